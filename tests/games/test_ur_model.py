"""The Royal Game of Ur beside a slow model: every move, and exact figures of small games."""

from functools import partial
from random import Random

import pytest
from lockstep import play_games, play_positions
from oracle.ur_model import BLITZ, FINKEL, MASTERS, YARD, UrModel, Variant, moves
from oracle.ur_solver import count_positions, count_unreachable_ends, positions, win_chance

from ludo_env import loose_ludo_v0

VARIANTS = (FINKEL, BLITZ, MASTERS)
NAMES = [variant.name for variant in VARIANTS]
each = pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)


def compared(variant, games, stretches, seed, backend="python"):
    """Compare games and stretches from random positions to the slow model; return the decisions."""
    env, model = loose_ludo_v0.raw_env(variant.name, backend=backend), UrModel(variant)
    position, sides = partial(anywhere, variant), len(variant.throws)
    decisions = play_games(env, model, games, seed, sides)
    return decisions + play_positions(env, model, position, stretches, seed, sides=sides)


def anywhere(variant: Variant, rng: Random):
    """Return pieces anywhere, no square with two, and one to play on both sides."""
    rows, taken = [], set()
    near_home = rng.random() < 0.5
    for seat in (0, 1):
        row = []
        while len(row) < variant.pieces:
            steps = rng.randint(YARD, variant.home)
            if near_home and rng.random() < 0.5:
                steps = variant.home
            square = variant.square(seat, steps) if variant.on_board(steps) else None
            if square not in taken and (len(row) > 0 or steps < variant.home):
                row.append("y" if steps == YARD else "f" if square is None else str(square))
                taken |= {square} - {None}
        rng.shuffle(row)
        rows.append(",".join(row))
    return f"p0={rows[0]} p1={rows[1]} turn={rng.randrange(2)}"


@each
def test_the_slow_model_plays_the_same(variant):
    """Position, legal actions, turn, end and rewards agree at every decision."""
    assert compared(variant, games=4, stretches=60, seed=0) > 1_000


@pytest.mark.long
@pytest.mark.parametrize("backend", ["python", "numba"])
@each
def test_the_slow_model_plays_the_same_for_long(variant, backend):
    """The same is true for 200 games and 3 000 stretches, on either backend."""
    assert compared(variant, games=200, stretches=3_000, seed=100, backend=backend) > 50_000


@each
def test_somebody_can_always_move(variant):
    """No position is stalled: the files say `endless`, and need no check."""
    rng, model = Random(3), UrModel(variant)
    for _ in range(500):
        model.load(anywhere(variant, rng), lambda: 1)
        light, dark = model.rows
        assert any(
            next(moves(variant, seat, *rows, steps), None)
            for seat, rows in enumerate([(light, dark), (dark, light)])
            for steps, _ in variant.throws
        )


# Exact figures


@pytest.mark.parametrize(
    ("variant", "count"),
    [(FINKEL, 137_892_016), (BLITZ, 41_254_034), (MASTERS, 500_981_472)],
    ids=NAMES,
)
def test_the_numbers_of_positions_are_those_that_are_published(variant, count):
    """The numbers of the solved games agree; with one piece a side they are also listed."""
    assert count_positions(variant) == count
    single = variant._replace(pieces=1)
    assert count_positions(single) == len(positions(single)) + len(variant.way) + 1


@pytest.mark.parametrize(
    ("variant", "count"), [(FINKEL, 0), (BLITZ, 14), (MASTERS, 392)], ids=NAMES
)
def test_some_of_the_published_positions_cannot_be_reached(variant, count):
    """The other player is on every square from which the last piece could have come home."""
    assert count_unreachable_ends(variant) == count
    assert count_unreachable_ends(variant._replace(pieces=3)) == 0


@pytest.mark.parametrize(
    ("variant", "pieces", "chance"),
    [
        (FINKEL, 1, 0.530049839525),
        (BLITZ, 1, 0.509237648361),
        (MASTERS, 1, 0.527598258106),
        pytest.param(FINKEL, 2, 0.518572907496, marks=pytest.mark.long),
        pytest.param(BLITZ, 2, 0.505027398163, marks=pytest.mark.long),
        pytest.param(MASTERS, 2, 0.510354915527, marks=pytest.mark.long),
    ],
)
def test_the_first_player_wins_so_often(variant, pieces, chance):
    """The exact chance is given with one piece a side, and with two."""
    assert win_chance(variant._replace(pieces=pieces)) == pytest.approx(chance, abs=1e-11)
