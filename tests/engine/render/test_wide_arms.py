"""The proportions of a cross: arms that are wide enough, and room for two pieces in a square."""

from itertools import combinations

import pytest

from ludo_env import load_game, loose_ludo_v0
from ludo_env._render.layout.layout import layout_of
from ludo_env._render.layout.wide_arms import square_of, widened
from ludo_env._render.track.board import drawn
from ludo_env.catalogue import game_names
from ludo_env.render import Look, Piece, scene_of

LEAST = 0.18  # width of the arms, as a share of the width of a cross


def crosses():
    """The boards of the catalogue that are squares in a cross, by name."""
    boards = {name: getattr(load_game(name), "board", None) for name in game_names()}
    races = {name: board for name, board in boards.items() if hasattr(board, "ring")}
    return {name: board for name, board in races.items() if layout_of(board).square}


@pytest.mark.parametrize("name", crosses())
def test_arms_are_no_thin_lines_between_large_yards(name):
    """Long arms are wide, those of Ludo are unchanged, and squares meet without gaps."""
    layout = widened(layout_of(crosses()[name]))
    assert 3 * layout.wide / layout.width >= LEAST
    if 3 / layout_of(crosses()[name]).width >= LEAST:
        assert layout is layout_of(crosses()[name])
    boxes = {
        (round(point.column + 0.5, 4), round(point.row + 0.5, 4)): square_of(layout, point)
        for point in layout.cells[: crosses()[name].ring]
    }
    for (at, size), (other, space) in combinations(boxes.items(), 2):
        across, down = (abs(a - b) for a, b in zip(at, other, strict=True))
        wide, high = ((a + b) / 2 for a, b in zip(size, space, strict=True))
        assert across >= wide - 1e-3 or down >= high - 1e-3


@pytest.mark.parametrize("name", ["tock", "parchis"])
def test_pieces_are_no_smaller_for_wide_arms(name):
    """Relative to the board, a piece on the track is as large as with square squares."""
    board = load_game(name).board
    env = loose_ludo_v0.raw_env(name, backend="python")
    env.reset(seed=1, options={"position": f"p0=3,y,y,y {REST[name]}"})
    place = drawn(board)
    scene = scene_of(env.game, env.record, Look())
    (spot,) = (spot for spot in scene.spots if spot.key == Piece(0, 0))
    assert spot.across / place.width > 0.4 / (layout_of(board).width + 1.2)


def test_two_pieces_are_side_by_side_in_a_wide_square():
    """A barrier of Parchis: the pieces do not cover each other, and are inside their square."""
    env = loose_ludo_v0.raw_env("parchis", backend="python")
    env.reset(seed=1, options={"position": f"p0=3,3,y,y {REST['parchis']}"})
    place, scene = drawn(env.game.spec.board), scene_of(env.game, env.record, Look())
    one, two = (spot for spot in scene.spots if spot.key in (Piece(0, 0), Piece(0, 1)))
    apart = abs(one.x - two.x) + abs(one.y - two.y)
    assert apart >= one.across + two.across - 1e-3
    assert min(apart, one.across) > 0.3
    cell = env.game.spec.board.entry(0) + 3
    (x, y), (across, down) = place.cells[cell], place.sizes[cell]
    for spot in (one, two):
        assert abs(spot.x - x) + spot.across <= across / 2
        assert abs(spot.y - y) + spot.down <= down / 2


REST = {
    "parchis": "p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y turn=0 dice=6,1 doubles=0",
    "tock": "p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y turn=0",
}
