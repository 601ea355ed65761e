"""Pictures of boards that are graphs: tiles, names, ways and yards are distinct."""

import numpy as np
import pytest
from scene_positions import spots

from ludo_env import game_of, load_game
from ludo_env.play import Table
from ludo_env.render import Area, Disc, Words, key_text, scene_of

GRAPHS = ("eight", "caravans", "ebb")
graphs = pytest.mark.parametrize("name", GRAPHS)


def start(name):
    """Return the scene of a game at its start, and its board."""
    game = game_of(load_game(name), "python")
    return scene_of(game, Table(game.spec, [], 1, backend="python").record), game.spec.board


def tiles(found):
    """Return the round tiles of a scene: discs of the board as large as a tile."""
    return [shape for shape in found.board if isinstance(shape, Disc) and shape.radius == 0.5]


def boxes(found):
    """Return the boxes of the yards."""
    return [spot for key, spot in spots(found).items() if key.startswith("yard")]


@graphs
def test_every_tile_has_its_name_beside_it(name):
    """The name is off every tile and yard, and nearest to its own tile."""
    found, board = start(name)
    names = [shape for shape in found.board if isinstance(shape, Words)]
    homes = {board.names[cell] for cell in range(board.cells) if board.names[cell] in board.homes}
    assert {shape.text for shape in names} == {tile for tile in board.names if tile} - homes
    places = {key: spot for key, spot in spots(found).items() if key.startswith("cell")}
    for shape in names:
        assert all(np.hypot(shape.x - t.x, shape.y - t.y) > t.radius + 0.1 for t in tiles(found))
        assert not any(box.holds(shape.x, shape.y) for box in boxes(found))
        own = places[f"cell {board.names.index(shape.text)}"]
        gaps = [np.hypot(shape.x - spot.x, shape.y - spot.y) for spot in places.values()]
        assert np.hypot(shape.x - own.x, shape.y - own.y) <= min(gaps) + 0.2


@graphs
def test_yards_touch_neither_tiles_nor_each_other(name):
    """Yards hide no name either."""
    found, _ = start(name)
    for number, box in enumerate(boxes(found)):
        for other in boxes(found)[:number]:
            aside = abs(box.x - other.x) - box.across - other.across
            assert max(aside, abs(box.y - other.y) - box.down - other.down) > 0
        for tile in tiles(found):
            aside = max(abs(box.x - tile.x) - box.across, 0)
            below = max(abs(box.y - tile.y) - box.down, 0)
            assert np.hypot(aside, below) > 0.9 * tile.radius


@graphs
def test_nothing_on_the_board_looks_like_a_piece(name):
    """No disc of the board has the colour of a player: starts and homes have rims."""
    found, board = start(name)
    assert not [s for s in found.board if isinstance(s, Disc) and s.fill.startswith("seat")]
    rims = [s for s in found.board if isinstance(s, Disc) and s.line.startswith("seat")]
    homes = [s for s in found.board if isinstance(s, Area) and s.line.startswith("seat")]
    assert (len(rims), len(homes)) == (board.players, board.players)


@graphs
def test_each_step_has_an_arrow_off_the_tiles(name):
    """The tip is at the edge of the tile to which the step leads."""
    found, _ = start(name)
    arrows = [s for s in found.board if isinstance(s, Area) and s.fill == "faint"]
    assert len(arrows) >= len(tiles(found)) - 1
    for arrow in arrows:
        (x, y), *_ = arrow.points
        assert min(np.hypot(x - t.x, y - t.y) for t in tiles(found)) > 0.45


def test_marks_of_the_last_move_and_of_jumps_stay_off_names():
    """Dots of a line of jumps are off all tiles, and no name is below one."""
    found, _ = start("eight")
    dots = [item for item in found.items if key_text(item.key).startswith("jump")]
    assert len(dots) > 10
    for dot in dots:
        assert all(np.hypot(dot.x - t.x, dot.y - t.y) > t.radius for t in tiles(found))


def test_the_capture_marker_of_a_small_yard_covers_no_place():
    """In Eight it is on the frame."""
    game = game_of(load_game("eight"), "python")
    record, _ = game.read("turn=0 dice=3 doors=0,2")
    found = scene_of(game, record)
    medals = [item for item in found.items if key_text(item.key).startswith("captured")]
    pieces = [item for item in found.items if key_text(item.key).startswith("piece")]
    assert len(medals) == 2
    for medal in medals:
        discs = [shape.radius for shape in medal.art if isinstance(shape, Disc)]
        gaps = [np.hypot(medal.x - piece.x, medal.y - piece.y) for piece in pieces]
        assert min(gaps) > max(discs) + 0.4
