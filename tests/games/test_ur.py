"""The Royal Game of Ur: Finkel, Blitz and Masters, move by move."""

from functools import partial

import pytest
from oracle.ur_model import BLITZ, FINKEL, MASTERS, ROSETTES
from positions import expect, expect_ends, expect_page, loose, on_backends, over, play

from ludo_env import game_of, load_game, loose_ludo_v0
from ludo_env.render import Cell, key_text, scene_of
from ludo_env.testing import check_env, check_game

VARIANTS = (FINKEL, BLITZ, MASTERS)
NAMES = [variant.name for variant in VARIANTS]
each = pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
seats = pytest.mark.parametrize("seat", [0, 1])


def at(variant, light="", dark="", more="turn=0", rolls=()):
    """Return a game in a position; pieces that are not named are in their yards."""
    rows = [[*row.split(), *["y"] * (variant.pieces - len(row.split()))] for row in (light, dark)]
    text = f"p0={','.join(rows[0])} p1={','.join(rows[1])} {more}"
    return loose(variant.name, text, rolls)


finkel = partial(at, FINKEL)


def places(env, seat):
    """Return the pieces of a seat."""
    return dict(word.split("=") for word in env.position.split())[f"p{seat}"].split(",")


# Ways and throws


@each
@seats
def test_a_piece_goes_its_way_square_by_square(variant, seat):
    """Clauses 1 and 2: every square of the way, and home; a roll on every rosette."""
    way = [str(variant.square(seat, steps)) for steps in range(1, variant.home)]
    again = []
    for here, there in zip(["y", *way], [*way, "f"], strict=True):
        rows = (here, "") if seat == 0 else ("", here)
        env = at(variant, *rows, f"turn={seat} dice=1", [1])
        play(env, 0)
        assert places(env, seat)[0] == there
        if f"turn={seat}" in env.position:
            again.append(way.index(there) + 1)
    assert again == ([4, 8, 14] if variant is FINKEL else [4, 8, 12, 16])


@each
@seats
def test_a_piece_enters_by_any_number(variant, seat):
    """Clause 4: on the square of that number; of those in the yard the first enters for all."""
    for steps in range(1, 5):
        env = at(variant, more=f"turn={seat} dice={steps}")
        expect_ends(env, {0: str(variant.square(seat, steps))})


@pytest.mark.parametrize("variant", [FINKEL, BLITZ])
def test_four_dice(variant):
    """Clause 3: the sum of four two-sided dice; outcome 5 is a throw of nothing."""
    chances = shown(variant, [1, 2, 3, 4, 5])
    assert chances == {"1": 4 / 16, "2": 6 / 16, "3": 4 / 16, "4": 1 / 16, "0": 1 / 16}


def test_three_dice():
    """Clause 3: of three two-sided dice, with four for nothing."""
    assert shown(MASTERS, [1, 2, 3, 4]) == {"1": 3 / 8, "2": 3 / 8, "3": 1 / 8, "4": 1 / 8}


def shown(variant, outcomes):
    """Return what each outcome shows in a position, with its probability."""
    game = game_of(load_game(variant.name), "python")
    session = game.session("compact", 1)
    session.run(1, 0)
    chances = [chance for _, chance in game.outcomes(session.record)]
    texts = [at(variant, rolls=[outcome]).position for outcome in outcomes]
    return dict(zip([text.partition("dice=")[2] for text in texts], chances, strict=True))


@pytest.mark.parametrize("variant", [FINKEL, BLITZ])
def test_a_throw_of_nothing_passes(variant):
    """Clause 9: also on a rosette, which grants its roll only on landing."""
    env = at(variant, "0 4", "", "turn=0 dice=0", [2])
    expect_ends(env, {variant.pieces: "pass"})
    play(env, variant.pieces)
    expect(env, turn=1, dice=2)


# Moves


@each
def test_nobody_lands_on_an_own_piece(variant):
    """Clause 5: not on own squares, not on shared ones; pieces may be passed."""
    env = at(variant, "6 3 4 10", "", "turn=0 dice=1")
    expect_ends(env, {1: "0", 2: "7", 3: "13", 4: "9"})
    env = at(variant, "9 6", "", "turn=0 dice=1")
    expect_ends(env, {1: "3"})
    env = at(variant, "4 7", "", "turn=0 dice=1")
    expect_ends(env, {1: "10", 2: "9"})


@each
def test_home_takes_all_and_needs_the_exact_number(variant):
    """Clause 8: one step beyond the last square, with as many pieces as there are."""
    expect_ends(at(variant, "18 f f", "", "turn=0 dice=1"), {0: "home", 3: "9"})
    env = at(variant, "18" + " f" * (variant.pieces - 1), "", "turn=0 dice=2")
    expect_ends(env, {variant.pieces: "pass"})


@each
def test_a_capture(variant):
    """Clause 6: the enemy goes back to its yard; only Blitz grants a roll for it."""
    env = at(variant, "7", "13 5", "turn=0 dice=2", [1])
    assert env.describe(0).endswith("captures player_1 on square 13")
    play(env, 0)
    assert places(env, 1)[:2] == ["y", "5"]
    expect(env, turn=0 if variant is BLITZ else 1)


def test_the_rosette_of_finkel_is_safe():
    """Clause 7: nobody lands on an enemy there; both sides may pass it."""
    env = finkel("7 6", "10", "turn=0 dice=1")
    expect_ends(env, {1: "3", 2: "9"})
    assert env.explain(0).startswith("protected_squares: ")
    expect_ends(finkel("7", "10", "turn=0 dice=2"), {0: "13", 1: "6"})


@pytest.mark.parametrize("variant", [BLITZ, MASTERS])
@pytest.mark.parametrize("square", ["10", "18", "20"])
def test_no_rosette_is_safe_elsewhere(variant, square):
    """Clause 7: a piece on a rosette is captured, and the captor rolls again for the rosette."""
    way = [str(variant.square(0, steps)) for steps in range(1, variant.home)]
    env = at(variant, way[way.index(square) - 1], square, "turn=0 dice=1", [1])
    assert env.describe(0).endswith(f"captures player_1 on square {square}")
    play(env, 0)
    assert places(env, 1)[0] == "y"
    expect(env, turn=0)


@pytest.mark.parametrize("variant", [BLITZ, MASTERS])
def test_a_square_is_another_step_of_the_other_way(variant):
    """Clause 2: 20 is the 12th square of light and the 16th of dark, 18 the other way round."""
    homes = " f" * (variant.pieces - 1)
    expect_ends(at(variant, "", "20" + homes, "turn=1 dice=1"), {0: "home"})
    expect_ends(at(variant, "20" + homes, "", "turn=0 dice=1"), {0: "23"})
    env = at(variant, "20" + homes, "18", "turn=0 dice=4")
    assert env.describe(0) == "piece 0: 4 from 20 to 18, captures player_1 on square 18"


@each
def test_a_roll_without_a_move_passes(variant):
    """Clause 9: the turn goes to the other player."""
    env = at(variant, "18 21" + " f" * (variant.pieces - 2), "", "turn=0 dice=4", [1])
    expect_ends(env, {variant.pieces: "pass"})
    play(env, variant.pieces)
    expect(env, turn=1, dice=1)


@each
@seats
def test_the_first_with_all_pieces_home_wins(variant, seat):
    """Clause 10: at once."""
    last = str(variant.square(seat, variant.home - 1))
    row = last + " f" * (variant.pieces - 1)
    env = at(variant, *((row, "") if seat == 0 else ("", row)), f"turn={seat} dice=1")
    play(env, 0)
    assert over(env)
    assert list(env.rewards.values()) == [1 - 2 * seat, 2 * seat - 1]


@pytest.mark.parametrize(("variant", "rows"), [(FINKEL, 10), (BLITZ, 9), (MASTERS, 9)], ids=NAMES)
def test_the_pages(variant, rows):
    """The positions of the pages are legal, and lead where they say."""
    expect_page(variant.name, rows)


# Promises


@on_backends
@each
def test_it_keeps_every_promise(variant, backends):
    """Both backends agree, and an environment keeps the promises of environments."""
    assert check_game(load_game(variant.name), games=3, backends=backends).decisions > 200
    make = partial(loose_ludo_v0.env, variant.name, backend="python")
    assert check_env(make, games=1) > 60


# Pictures and texts

TEXT = """
           +  .  +
 G0 G1 G2  -  .  -   Y0 Y1 Y2
 G3 G4 G5  -  .  -   Y3 Y4 Y5
 G6        >  *  >   Y6
              .
           o  .  o
           +  .  +
           -  .  -
"""


def test_the_text_is_the_board():
    """Eight rows of three have the yards beside them; a rosette is +, the safe one *."""
    env = loose_ludo_v0.raw_env(FINKEL.name, backend="python", render_mode="ansi")
    env.reset()
    assert env.render().startswith(TEXT)


@each
def test_the_picture_is_the_board(variant):
    """Twenty squares are in three columns and eight rows, rosettes on five of them."""
    game = game_of(load_game(variant.name), "python")
    found = scene_of(game, game.read("turn=0 dice=1")[0])
    places = {spot.key.cell: (spot.x, spot.y) for spot in found.spots if isinstance(spot.key, Cell)}
    names = game.spec.board.names
    left, top = places[names.index("0")]
    for cell, (x, y) in places.items():
        if names[cell].isdigit():
            row, column = divmod(int(names[cell]), 3)
            assert (round(x - left, 3), round(y - top, 3)) == (column, row)
    marked = {names[item.key.cell] for item in found.items if key_text(item.key)[:5] == "bonus"}
    assert marked == set(map(str, ROSETTES))
