"""Scenes: the contents of a picture, as shapes, independent of any drawing code."""

import re
import subprocess
import sys
from itertools import pairwise
from math import hypot

import numpy as np
import pytest
from batches import marked_long
from game_tables import random_table
from scene_positions import FOLDER, POSITIONS, radius, spots, text_of, unread

from ludo_env import french_ludo_v0, game_of, generals_v0, load_game, ludo_v0
from ludo_env.catalogue import game_names
from ludo_env.catalogue import games as all_games
from ludo_env.families import GRID, TRACK
from ludo_env.play import Table
from ludo_env.render import (
    THEMES,
    Area,
    Cell,
    Disc,
    Look,
    Piece,
    Words,
    choices_of,
    in_text,
    key_text,
    scene_of,
    tween,
)

# Pieces are those of races, units those of Generals.
DRAWN = [name for name in game_names() if load_game(name).family in {TRACK, GRID}]
games = pytest.mark.parametrize("name", DRAWN)
# Slow tests are left to the long run for games that are drawn like others.
some_games = pytest.mark.parametrize(
    "name", marked_long(DRAWN, ["ludo", "french", "generals", "eight", "backgammon", "tock"])
)


def scene(spec, position, **look):
    """Return the scene of a position."""
    game = game_of(spec, "python")
    record, _ = game.read(position)
    return scene_of(game, record, Look(**look))


def items(found, prefix=""):
    """Return the items of a scene by the text of their key, those with a prefix."""
    named = {key_text(item.key): item for item in found.items}
    return {key: item for key, item in named.items() if key.startswith(prefix)}


def words(item):
    """Return all texts on an item."""
    return [shape.text for shape in item.art if isinstance(shape, Words)]


def test_plates_before_a_role_is_chosen_have_no_numbers():
    """The winner of the toss is to choose; a single unit is a "unit"."""
    table = Table(load_game("generals"), ["human"] * 2, 1, backend="python")
    plates = items(scene_of(table.game, table.record), "plate")
    said = [words(plate) for plate in plates.values()]
    assert sorted(said) == [["black", "takes the other"], ["white", "chooses a role"]]
    board = "A........." + 8 * "/.........." + "/D........."
    start = f"board={board} attacker=0 turn=0 phase=move die=6 hits=0 garrison=- shot=0"
    assert words(items(scene(load_game("generals"), start))["plate 0"])[-1] == "1 unit"


@pytest.mark.parametrize("name", POSITIONS)
def test_scenes_are_as_they_were_written_down(name):
    """All shapes agree; after a change `python tests/scene_positions.py` writes them anew."""
    assert text_of(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_all_positions_are_written_down():
    """There is a file for each position, and no other file."""
    assert {path.stem for path in FOLDER.iterdir()} == set(POSITIONS)
    assert len(POSITIONS) >= 12


@some_games
def test_every_piece_is_drawn_once_inside_the_picture(name):
    """Throughout a game each piece or unit is drawn once, and keys are never repeated."""
    table = random_table(name, 0)
    for _ in range(25):
        for _ in range(9):
            if not table.over:
                table.play(table.choose())
        found = scene_of(table.game, table.record)
        drawn = [item.key for item in found.items]
        assert len(drawn) == len(set(drawn))
        if table.game.spec.family.name == "track":
            assert len(items(found, "piece ")) == sum(table.game.spec.board.counts)
        else:
            assert len(items(found, "unit ")) == int(table.record["units"][0].sum())
        assert all(0 <= item.x <= found.width for item in found.items)
        assert all(0 <= item.y <= found.height for item in found.items)


@games
def test_every_piece_shows_its_number_or_is_counted(name):
    """In a crowded game no number is hidden; a pile has its count."""
    table = random_table(name, 150)
    assert not unread(scene_of(table.game, table.record))


def crowd(count):
    """Return a scene with so many pieces of one player on a square, and the square."""
    from ludo_env import Spec
    from ludo_env.boards import cross
    from ludo_env.families import TRACK
    from ludo_env.rules import all_home_wins, capture_lone, dice, exact_finish, leave_yard

    rules = (dice(), leave_yard(), exact_finish(), capture_lone(), all_home_wins())
    spec = Spec("crowd", TRACK, cross(pieces=count), rules)
    found = scene(spec, f"p0={','.join(['7'] * count)} turn=0 dice=1")
    return found, spots(found)["cell 7"]


@pytest.mark.parametrize("count", range(1, 16))
def test_a_crowd_of_any_size_stands_on_one_square(count):
    """Up to fifteen pieces share a square: inside it, hardly smaller, all readable or counted."""
    found, square = crowd(count)
    pieces = [items(found)[f"piece 0 {index}"] for index in range(count)]
    for piece in pieces:
        assert abs(piece.x - square.x) + radius(piece) <= square.across
        assert abs(piece.y - square.y) + radius(piece) <= square.down
        assert radius(piece) >= 0.7 * radius(crowd(1)[0].items[0]) if count < 5 else 0.38
    assert not unread(found)
    counts = [words(item) for item in items(found, "count ").values()]
    assert counts == ([[f"\u00d7{count}"]] if count > 4 else [])


def test_a_pile_for_each_player():
    """Two players with more than four pieces on a square have a pile each, with its count."""
    found = scene(load_game("ludo"), "p0=8,8,8,y p1=47,47,y,y turn=0 dice=1")
    assert not unread(found)
    counts = {key: words(item)[0] for key, item in items(found, "count ").items()}
    assert counts == {"count 0 2": "\u00d73", "count 1 1": "\u00d72"}


@pytest.mark.parametrize("name", ["ludo", "french", "tock", "eight", "ur_finkel"])
def test_a_piece_is_as_large_on_the_track_as_in_its_yard(name):
    """A lone piece has the same size everywhere."""
    table = random_table(name, 30)
    found = scene_of(table.game, table.record)
    here = [(piece.x, piece.y) for piece in items(found, "piece ").values()]
    alone = [
        piece
        for piece in items(found, "piece ").values()
        if sum(np.hypot(piece.x - x, piece.y - y) < 0.8 for x, y in here) == 1
    ]
    assert len({radius(piece) for piece in alone}) == 1
    yards = [spot for key, spot in spots(found).items() if key.startswith("yard")]
    inside = {any(yard.holds(piece.x, piece.y) for yard in yards) for piece in alone}
    assert inside == {True, False}


def test_a_sign_of_a_square_is_seen_around_the_piece_on_it():
    """Safe squares and entries have rims that are larger than a piece."""
    found = scene(load_game("ludo"), "p0=8,y,y,y turn=0 dice=1")
    piece = items(found)["piece 0 0"]
    rims = [
        shape
        for shape in found.board
        if isinstance(shape, Area)
        and shape.line == "gold"
        and max(abs(x - piece.x) for x, _ in shape.points) < 0.5
        and max(abs(y - piece.y) for _, y in shape.points) < 0.5
    ]
    assert len(rims) == 1
    corner = max(np.hypot(x - piece.x, y - piece.y) for x, y in rims[0].points)
    assert corner > 1.3 * radius(piece)


def test_the_capture_marker_stands_in_the_middle_of_the_yard_from_the_first_capture():
    """A-57: a disc in the colour, in its yard's centre; none before; drawn by the rule."""
    before = scene(ludo_v0.spec(), "p0=10,y,y,y turn=0 dice=3")
    assert not items(before, "captured ")
    after = scene(ludo_v0.spec(), "p0=10,y,y,y turn=0 dice=3 hit=0,3")
    assert set(items(after)) - set(items(before)) == {"captured 0", "captured 3"}
    for player, seat in ((0, 0), (3, 3)):
        marker, yard = items(after)[f"captured {player}"], spots(after)[f"yard {player}"]
        assert (marker.x, marker.y) == (yard.x, yard.y)
        assert [shape.fill for shape in marker.art if isinstance(shape, Disc)] == [f"seat {seat}"]
        rays = max(hypot(*point) for point in marker.art[0].points)
        assert 2 * rays * 200 / after.width > 14  # pixels, in a picture of 200
    without = ludo_v0.spec().without("capture_before_home")
    assert not items(scene(without, "p0=10,y,y,y turn=0 dice=3"), "captured ")


def test_the_capture_marker_looks_like_no_piece():
    """It has rays, but no head, shadow or number; in the theme for all it has the sign."""
    found = scene(ludo_v0.spec(), "turn=0 dice=3 hit=0")
    piece, marker = (items(found)[key].art for key in ("piece 0 0", "captured 0"))
    assert {"shadow", "head"} <= {shape.fill for shape in piece}
    assert not {"shadow", "head"} & {shape.fill for shape in marker}
    assert not words(items(found)["captured 0"])
    rays = [shape for shape in marker if isinstance(shape, Area)]
    assert len(rays[0].points) == 24
    signed = scene(ludo_v0.spec(), "turn=0 dice=3 hit=0", symbols=True)
    assert len(items(signed)["captured 0"].art) == len(marker) + 1


def test_the_plate_shows_who_has_captured():
    """It is a small copy of the yard's medal, and no other plate has one."""
    found = items(scene(ludo_v0.spec(), "turn=0 dice=3 hit=2"), "plate ")
    medals = [sum(isinstance(shape, Area) for shape in item.art) - 1 for item in found.values()]
    assert medals == [0, 0, 1, 0]


@pytest.mark.parametrize("prisoners", [1, 4, 6, 12])
def test_a_prison_is_inside_the_yard(prisoners):
    """Up to twelve prisoners are behind bars, readable, and cover nothing else."""
    held = ["x1"] * prisoners + ["y"] * (12 - prisoners)
    text = " ".join(
        f"p{seat}={','.join(held[start : start + 4])}" for seat, start in ((0, 0), (2, 4), (3, 8))
    )
    found = scene(french_ludo_v0.spec(), f"{text} p1=y,y,y,y turn=1 dice=6")
    assert not unread(found)
    yard, box = spots(found)["yard 1"], items(found)["prison 1"]
    own = [items(found)[f"piece 1 {index}"] for index in range(4)]
    inmates = [
        items(found)[f"piece {key.removeprefix('captive ')}"] for key in items(found, "captive ")
    ]
    assert len(inmates) == prisoners
    assert (box.x, box.y) == (yard.x, yard.y)
    for inmate in inmates:
        assert abs(inmate.x - yard.x) + radius(inmate) < yard.across - 0.3
        assert abs(inmate.y - yard.y) + radius(inmate) < yard.down - 0.3
        assert radius(inmate) >= 0.6 * radius(own[0])
        apart = [np.hypot(inmate.x - one.x, inmate.y - one.y) - radius(one) for one in own]
        assert min(apart) > radius(inmate)


def test_the_bars_of_a_prisoner_leave_its_number_free():
    """The bars are beside the head."""
    found = scene(french_ludo_v0.spec(), "p0=x1,y,y,y turn=1 dice=6")
    inside = max(shape.radius for shape in items(found)["piece 0 0"].art if shape.fill == "head")
    for bar in items(found)["captive 0 0"].art:
        assert abs(bar.points[0][0]) - bar.width / 2 > inside


def test_the_marker_stays_to_the_end_of_a_game():
    """Once there, it is in every later picture."""
    table, marked = random_table("ludo", 0), set()
    while not table.over:
        table.play(table.choose())
        now = set(items(scene_of(table.game, table.record), "captured "))
        assert now >= marked
        marked = now
    assert marked


def test_a_house_rule_brings_its_own_marks():
    """`overlay` is a question like any other; all rules that answer it are drawn."""
    from ludo_env import hooks, rule
    from ludo_env.rules import CAPTURED, Mark

    @rule()
    def everybody_marked(board):
        """Every yard has a token."""

        def overlay(s, marks):
            return (*marks, *[Mark(CAPTURED, player) for player in range(board.players)])

        return hooks(overlay=overlay)

    spec = load_game("strict").with_rules(everybody_marked())
    assert len(items(scene(spec, "turn=0 dice=3"), "captured ")) == 4


def test_prisoners_are_with_their_captors():
    """In French they are in the captor's yard, behind bars; their own yard has empty places."""
    found = scene(
        french_ludo_v0.spec(),
        "p0=x2,3,y,y p1=x0,x2,7,7 p2=h1,30,y,y p3=y,y,y,y turn=2 dice=6,6,2",
    )
    for key, captor in (("0 0", 2), ("1 0", 0), ("1 1", 2)):
        piece, yard = items(found)[f"piece {key}"], spots(found)[f"yard {captor}"]
        assert yard.holds(piece.x, piece.y)
        bars = items(found)[f"captive {key}"]
        assert (bars.x, bars.y) == (piece.x, piece.y)
    assert len(items(found, "captive ")) == 3
    assert not spots(found)["yard 0"].holds(*items(found)["piece 0 0"][1:3])


def test_the_steps_of_a_staircase_have_their_numbers():
    """In Petits chevaux each lane has 1 to 6, from the gate to the middle."""
    found = scene(load_game("petits_chevaux"), "turn=0 dice=1")
    labels = [words(item)[0] for item in items(found, "label ").values()]
    assert labels == [str(step) for _ in range(4) for step in range(1, 7)]
    first, second = items(found)["label 56"], spots(found)["cell 56"]
    assert (first.x, first.y) == (second.x, second.y)
    assert not items(scene(load_game("ludo"), "turn=0 dice=1"), "label ")


@pytest.mark.parametrize("name", ["ludo", "eight", "petits_chevaux", "ur_finkel"])
def test_the_theme_for_all_has_signs_on_squares(name):
    """They are on yards, lanes and homes; the rest of the board is the same."""
    game = game_of(load_game(name), "python")
    board, record = game.spec.board, random_table(name, 0).record
    plain, signed = (scene_of(game, record, Look(symbols=on)).board for on in (False, True))
    signs = signed[len(plain) :]
    assert signed[: len(plain)] == plain
    lanes = sum(1 for cell in range(board.ring, board.cells) if has_tile(board, cell))
    assert len(signs) >= sum(board.counts) + lanes
    assert all(isinstance(sign, Area) and sign.fill.startswith("dark ") for sign in signs)


def has_tile(board, cell):
    """Return whether a cell is a tile; lanes of a graph can have different lengths."""
    return bool(getattr(board, "names", ["tile"] * board.cells)[cell])


def test_a_target_is_a_dot_or_corners_around_what_is_there():
    """A dot would hide the sign of a square, or the number of a piece."""
    position = "p0=4,10,y,y p1=51,y,y,y turn=0 dice=4"
    found = scene(ludo_v0.spec(), position, targets=(Cell(8), Cell(14), Cell(12)))
    shapes = {
        key: {type(shape) for shape in item.art} for key, item in items(found, "target").items()
    }
    assert shapes == {"target cell 8": {Area}, "target cell 14": {Disc}, "target cell 12": {Area}}


def test_locked_pieces_have_a_bolt():
    """In French a piece that has captured cannot move, and the bolt shows that."""
    text = "p0=3,9,y,y p2=30,y,y,y turn=0 dice=6,2 {}"
    assert not items(scene(french_ludo_v0.spec(), text.format("")), "locked ")
    found = items(scene(french_ludo_v0.spec(), text.format("locked=1")), "locked ")
    assert list(found) == ["locked 0 1"]


@pytest.mark.parametrize("hits", [0, 1, 2])
def test_hits_on_the_general_are_counted(hits):
    """Three discs are under the crown, one filled for each hit."""
    found = scene(
        generals_v0.spec(role_choice="fixed"), f"attacker=0 turn=0 die=3 phase=move hits={hits}"
    )
    discs = [item.art[0].fill for item in items(found, "hit ").values()]
    assert discs == ["danger"] * hits + ["tile"] * (3 - hits)


def test_the_dice_still_to_be_played_are_shown():
    """Each has its pips; a spent one is empty."""

    def shown(dice):
        found = items(scene(load_game("uckers"), f"p0=3,9,y,y turn=0 dice={dice}"), "die ")
        pips = [sum(shape.fill == "pip" for shape in item.art[1:]) for item in found.values()]
        return [words(item) or count for item, count in zip(found.values(), pips, strict=True)]

    assert shown("6,2") == [6, 2]
    assert shown("-,5") == [["-"], 5]


@games
def test_nothing_touches_the_edge_of_a_picture(name):
    """Board, plates and dice have equal margins on both sides, and one above and below."""
    found = scene_of(random_table(name, 60).game, random_table(name, 60).record)
    (board, *_), edge = found.board, 0.25
    across, down = [x for x, _ in board.points], [y for _, y in board.points]
    assert min(across) == pytest.approx(edge)
    assert max(across) == pytest.approx(found.width - edge)
    assert min(down) == pytest.approx(edge)
    for key, spot in spots(found).items():
        if key.startswith(("plate", "die")):
            assert spot.x - spot.across >= edge - 0.001
            assert spot.x + spot.across <= found.width - edge + 0.001
            assert spot.y + spot.down <= found.height - edge + 0.001


@pytest.mark.parametrize("players", range(2, 25))
def test_plates_are_in_rows_without_an_orphan(players):
    """Rows have equal lengths except for the last; a third row never has only one plate."""
    from ludo_env import Spec
    from ludo_env.boards import ring
    from ludo_env.families import TRACK
    from ludo_env.rules import all_home_wins, capture_lone, dice, exact_finish, leave_yard

    rules = (dice(), leave_yard(), exact_finish(), capture_lone(), all_home_wins())
    spec = Spec("many", TRACK, ring(length=4 * players, lane=1, arms=players, pieces=1), rules)
    plates = items(scene(spec, "turn=0 dice=1"), "plate ").values()
    rows = [sum(plate.y == y for plate in plates) for y in sorted({plate.y for plate in plates})]
    assert rows[:-1] == [rows[0]] * (len(rows) - 1)
    assert len(rows) == 1 or rows[-1] > 1
    names = {item.art[-2].size for item in plates}
    assert len(names) == 1


def test_whose_turn_it_is_and_who_has_won():
    """The plate of the player to act is framed; at the end the winners' plates have a star."""
    found = items(scene(ludo_v0.spec(), "turn=2 dice=6"), "plate ")
    frames = [item.art[0].line for item in found.values()]
    assert frames == ["edge", "edge", "dark 2", "edge"]
    table = Table(ludo_v0.spec(mode="teams"), [], 3, backend="python")
    while not table.over:
        table.play(table.choose())
    found = items(scene_of(table.game, table.record), "plate ")
    stars = [
        sum(isinstance(shape, Area) and shape.fill == "head" for shape in item.art)
        for item in found.values()
    ]
    starred = [player for player, count in enumerate(stars) if count]
    gains = table.game.returns(table.record)
    assert starred == [player for player, gain in enumerate(gains) if gain > 0]
    assert len(starred) == 2
    assert [words(item)[0][-2:] for item in found.values()] == [" A", " B", " A", " B"]


def test_cards_have_ranks_suits_and_figures():
    """They are upright, black and red in turn; jacks, queens and kings have figures."""
    hand = "A,2,10,J,Q,K"
    text = f"p0=0,y,y,y turn=0 dice={hand} hands={hand}/-/-/- gone=0,0,0,0,0,0,0,0,0,0,0,0,0"
    found = items(scene(load_game("tock"), text), "die ")
    ranks = [words(item)[0] for item in found.values()]
    assert ranks == hand.split(",")
    inks = [next(s.fill for s in item.art if isinstance(s, Words)) for item in found.values()]
    assert inks == ["pip", "suit", "suit", "pip", "suit", "pip"]
    figures = [
        any(getattr(s, "line", "") == "edge" for s in item.art[1:]) for item in found.values()
    ]
    assert figures == [False, False, False, True, True, True]
    for spot in (
        spot for key, spot in spots(scene(load_game("tock"), text)).items() if "die" in key
    ):
        assert spot.across < spot.down


def test_hands_of_others_are_not_shown():
    """A viewer of a game with cards sees only their own hand; cards appear only on their turn."""
    table = random_table("tock", 5)
    seat = table.turn
    own = scene_of(table.game, table.record, Look(viewer=seat))
    other = scene_of(table.game, table.record, Look(viewer=(seat + 1) % 4))
    assert "?" not in [words(item)[0] for item in items(own, "die ").values()]
    assert [words(item)[0] for item in items(other, "die ").values()] == ["?"]


@games
def test_choices_are_the_legal_actions_at_things_that_can_be_pointed_at(name):
    """There are all actions in ascending order; sources and targets are spots of the scene."""
    for moves in (0, 7, 60):
        table = random_table(name, moves)
        choices = choices_of(table.game, table.record)
        assert [choice.action for choice in choices] == table.view.actions
        known = {None, *(spot.key for spot in scene_of(table.game, table.record).spots)}
        assert {key for choice in choices for key in choice[1:]} <= known


def test_a_target_is_where_the_piece_then_stands():
    """In ludo, without captures and carries, the played piece moves to its target."""
    table = random_table("ludo", 40)
    for choice in choices_of(table.game, table.record):
        if not choice.source:
            continue
        mask, notes, choices = table.game.scratch()
        state = table.game.layout.unpack(table.record)
        table.game.plain.machine.find(state, mask, notes, choices)
        table.game.plain.machine.play(state, notes, choice.action)
        after = table.game.layout.new()
        table.game.layout.pack(state, after)
        spot = spots(scene_of(table.game, after))[key_text(choice.target)]
        piece = items(scene_of(table.game, after))[key_text(choice.source)]
        assert spot.holds(piece.x, piece.y)


def test_what_is_pointed_out_is_drawn():
    """Sources have a ring and targets a dot; the choice and captured pieces stand out."""
    position = "p0=10,y,y,y p1=3,y,y,y turn=0 dice=6"
    spec = ludo_v0.spec()
    plain = scene(spec, position)
    shown = scene(
        spec, position, sources=(Piece(0, 0), Piece(0, 1)), chosen=Piece(0, 0),
        targets=(Cell(16),), captures=(Piece(1, 0),),
    )  # fmt: skip
    assert set(items(shown)) - set(items(plain)) == {"target cell 16"}
    lines = {
        key: [shape.line for shape in items(shown)[key].art if isinstance(shape, Disc)]
        for key in ("piece 0 0", "piece 0 1", "piece 0 2", "piece 1 0")
    }
    assert lines["piece 0 1"].count("accent") == 1
    assert lines["piece 0 0"].count("accent") == 2
    assert "danger" in lines["piece 1 0"]
    assert not {"accent", "danger"} & set(lines["piece 0 2"])


def test_the_last_move_leaves_a_trail():
    """It has a ring at its start, dots on the squares between, and a ring at its end."""
    game = game_of(ludo_v0.spec(), "python")
    before, _ = game.read("p0=10,y,y,y turn=0 dice=4")
    after, _ = game.read("p0=14,y,y,y turn=1 dice=2")
    found = scene_of(game, after, Look(before=before))
    trail = items(found, "trail ")
    assert list(trail) == [f"trail 0 0 {step}" for step in (0, 1, 2, 3, "end")]
    for cell, item in zip(range(10, 15), trail.values(), strict=True):
        assert (item.x, item.y) == spots(found)[f"cell {cell}"][1:3]


@some_games
def test_a_move_is_shown_step_by_step(name):
    """It begins with the picture before and ends with that after; no item disappears between."""
    table = random_table(name, 30)
    if table.game.players == 1:  # which ends after some forty moves
        table = random_table(name, 10)
    seen = 0
    for _ in range(60):
        before = table.record
        if table.over:
            break
        table.play(table.choose())
        motion = tween(table.game, before, table.record)
        assert motion.scene(1.0) == scene_of(table.game, table.record)
        start = items(scene_of(table.game, before))
        left_out = start.keys() - items(motion.scene(0.0)).keys() if motion.moves else set()
        assert {key.split()[0] for key in left_out} <= {"captive", "locked"}  # they are free now
        for share in (0.0, 0.3, 0.6, 0.9):
            found = motion.scene(share)
            assert all(0 <= item.x <= found.width for item in found.items)
        if motion.moves:
            assert all(
                (item.x, item.y) == (start[key].x, start[key].y)
                for key, item in items(motion.scene(0.0)).items()
            )
            seen += 1
    assert seen > 5


def test_a_piece_walks_from_square_to_square():
    """Halfway through its time a piece is on the line of squares, not on the straight line."""
    game = game_of(ludo_v0.spec(), "python")
    before, _ = game.read("p0=2,y,y,y turn=0 dice=6")
    after, _ = game.read("p0=8,y,y,y turn=1 dice=2")
    motion = tween(game, before, after)
    corner = spots(motion.end)["cell 5"]
    ways = [items(motion.scene(step / 50))["piece 0 0"] for step in range(50)]
    nearest = min(abs(piece.x - corner.x) + abs(piece.y - corner.y) for piece in ways)
    assert nearest < 0.3


def test_scenes_need_neither_pygame_nor_pettingzoo():
    """Scenes need only the core and plain data."""
    code = """
import sys
import ludo_env.render
assert "pygame" not in sys.modules
"""
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr


def test_every_colour_of_a_scene_is_in_every_theme():
    """Each theme has every colour that a shape names."""
    named = set()
    for name in POSITIONS:
        named |= set(re.findall(r"(?:fill|line)=((?:seat|pale|dark|sign) \w+|\w+)", text_of(name)))
    assert len(named) > 20
    for theme in THEMES.values():
        assert all(len(theme.colour(name)) == 4 for name in named)


def test_a_scene_as_text_tells_every_shape():
    """There is a line for each shape and each item; equal scenes give equal texts."""
    found = scene(ludo_v0.spec(), "turn=0 dice=6")
    text = in_text(found)
    shapes = len(found.board) + sum(1 + len(item.art) for item in found.items)
    assert text.count("\n") == 1 + shapes
    assert text == in_text(scene(ludo_v0.spec(), "turn=0 dice=6"))


FILES = sorted(name for name, game in all_games().items() if game.file is not None)


@pytest.mark.parametrize("name", marked_long(FILES, ["backgammon", "eight", "tock", "ur_finkel"]))
def test_the_plate_of_the_winner_says_that_all_are_home(name):
    """At the end, without teams, only the winner's plate says so, however homes are counted."""
    table = Table(load_game(name), [], 7, backend="python")
    while not table.over:
        table.play(table.choose())
    board, gains = table.game.spec.board, table.game.returns(table.record)
    report = [
        words(item)[1] for item in items(scene_of(table.game, table.record), "plate ").values()
    ]
    for player, count in enumerate(board.counts):
        arrived = report[player].startswith(f"{count}/{count} home")
        assert arrived == (gains[player] > 0) or board.teams


@some_games
def test_crowds_of_neighbours_hide_nothing(name):
    """In a whole game, also in adjacent homes, all pieces are readable, or counted."""
    table = random_table(name, 0, seed=9)
    while not table.over and table.moves < 700:
        for _ in range(20):
            if not table.over:
                table.play(table.choose())
        assert not unread(scene_of(table.game, table.record)), table.position


def test_crowds_in_homes_that_lie_aslant_hide_nothing():
    """In Petits chevaux pieces of each colour in the central square are readable or counted."""
    for many in (2, 3):
        places = ",".join(["f"] * many + ["y"] * (4 - many))
        text = " ".join(f"p{seat}={places}" for seat in range(4)) + " turn=0 dice=2"
        found = scene(load_game("petits_chevaux"), text)
        assert not unread(found)
        assert [words(item)[0] for item in items(found, "count ").values()] == [f"\u00d7{many}"] * 4


def test_prisoners_never_cover_the_pieces_of_their_captor():
    """This is true for any number of prisoners."""
    text = "p0=x1,x1,x1,x1 p1=y,y,y,y p2=x1,x1,x1,x1 p3=x1,x1,x1,5 turn=3 dice=4,2"
    found = items(scene(french_ludo_v0.spec(), text), "piece ")
    at = np.array([complex(piece.x, piece.y) for piece in found.values()])
    size = np.array([radius(piece) for piece in found.values()])
    apart = np.abs(at[:, None] - at[None, :]) - 0.97 * (size[:, None] + size[None, :])
    np.fill_diagonal(apart, 1)
    assert len(found) == 16
    assert apart.min() >= 0


def journey(spec, before, after, key):
    """Return the cells that a piece passes from one position to another."""
    game = game_of(spec, "python")
    done = game.effects_between(game.read(before)[0], game.read(after)[0])
    return next(one.cells for one in done.journeys if f"piece {one.player} {one.piece}" == key)


def test_pieces_walk_the_way_that_they_went():
    """Back: the short way; jumps: to their start first; swaps: a hop; closed doors are avoided."""
    from ludo_env import Spec
    from ludo_env.boards import GraphBoard, ring
    from ludo_env.families import TRACK
    from ludo_env.rules import (
        all_home_wins,
        capture_lone,
        dice,
        doors_after_capture,
        exact_finish,
        jumps,
        leave_yard,
        spinner,
    )

    rules = (dice(), leave_yard(), exact_finish(), capture_lone(), all_home_wins())
    spun = (spinner(values=(-4, 1, 4, 6)), *rules[1:])
    small = Spec("small", TRACK, ring(length=24, lane=3), spun)
    back = journey(small, "p0=12,y,y,y turn=0 dice=-4", "p0=8,y,y,y turn=1 dice=4", "piece 0 0")
    assert back == (12, 11, 10, 9, 8)
    on = journey(small, "p0=22,y,y,y turn=0 dice=4", "p0=h2,y,y,y turn=1 dice=4", "piece 0 0")
    assert on == (22, 23, 24, 25, 26)
    snake = Spec("snake", TRACK, ring(length=40, lane=3), (*rules, jumps(tiles=("17 > 5",))))
    down = journey(snake, "p0=14,y,y,y turn=0 dice=3", "p0=5,y,y,y turn=1 dice=4", "piece 0 0")
    assert down == (14, 15, 16, 17, 5)
    swap = journey(
        load_game("tock"),
        "p0=10,y,y,y p1=2,y,y,y turn=0",
        "p0=20,y,y,y p1=64,y,y,y turn=1",
        "piece 0 0",
    )
    assert swap == (10, 20)
    doors = GraphBoard(
        paths=(
            "a1..a9 > a1",
            "a2 > a8 if captured",
            "a9 > r1 > rh for 0",
            "a5 > g1 > gh for 1",
        ),
        entries=("a1", "a4"),
        homes=("rh", "gh"),
        pieces=2,
    )
    spec = Spec("doors", TRACK, doors, (*rules, doors_after_capture()))
    way = journey(spec, "p0=a2,y turn=0 dice=6", "p0=a8,y turn=1 dice=2", "piece 0 0")
    assert [doors.names[cell] for cell in way] == [f"a{number}" for number in range(2, 9)]
    # With a one through the door; with a three it does not lead there, so the shortest way.
    for die in (1, 3):
        position = f"p0=a2,y turn=0 dice={die} doors=0"
        through = journey(spec, position, "p0=a8,y turn=1 dice=2 doors=0", "piece 0 0")
        assert [doors.names[cell] for cell in through] == ["a2", "a8"]


def test_a_piece_that_makes_room_is_seen_to_move():
    """When a piece joins a crowd, the others move aside gradually."""
    game = game_of(ludo_v0.spec(), "python")
    before, _ = game.read("p0=10,10,5,y turn=0 dice=5")
    after, _ = game.read("p0=10,10,10,y turn=1 dice=2")
    motion = tween(game, before, after)
    assert {Piece(0, 0), Piece(0, 1), Piece(0, 2)} <= set(motion.ways)
    steps = [items(motion.scene(step / 60))["piece 0 0"] for step in range(61)]
    bounds = [abs(b.x - a.x) + abs(b.y - a.y) for a, b in pairwise(steps)]
    assert max(bounds) < 0.1
