"""Small races that several tests play: with conversions, for many, for one, or that can stall."""

import pytest

from ludo_env import Spec, rules
from ludo_env.boards import MOST_PIECES, MOST_PLAYERS, cross, ring
from ludo_env.families import TRACK

LENGTH, GATE, LANE = 24, 22, 3

CROWD = (
    rules.dice(), rules.leave_yard(), rules.exact_finish(), rules.blocks(),
    rules.capture_lone(), rules.all_home_wins(), rules.bonus_six(), rules.turn_limit(turns=400),
)  # fmt: skip
ALONE = (
    rules.dice(), rules.leave_yard(), rules.exact_finish(), rules.all_home_wins(),
    rules.bonus_six(), rules.against_the_clock(turns=40),
)  # fmt: skip


def converting(*more, players=3, pieces=3, safe=(), teams=(), goes_to="square"):
    """A race in which captures convert; the square 23 steps from an entry leads nowhere."""
    board = ring(
        length=LENGTH, lane=LANE, arms=players, gate=GATE, pieces=pieces, safe=safe, teams=teams
    )
    own = (
        rules.dice(), rules.leave_yard(), rules.exact_finish(), rules.blocks(),
        rules.capture_converts(goes_to=goes_to), rules.all_home_wins(), rules.bonus_six(),
    )  # fmt: skip
    return Spec("converting", TRACK, board, (*own, *more))


def crowd(players=MOST_PLAYERS, pieces=2, **more):
    """A race for many."""
    return Spec("crowd", TRACK, cross(arms=players, pieces=pieces, **more), CROWD)


def alone(*more, pieces=2, rules=ALONE):
    """A race for one, who must be home within 40 turns."""
    return Spec("alone", TRACK, cross(arms=1, pieces=pieces), (*rules, *more))


def stalling(*rules, die=None, **more):
    """A race of two pieces each for two, whose die shows no ones, as plain data."""
    names = ("leave_yard", "exact_finish", "capture_lone", "all_home_wins")
    throws = die or [{"rule": "dice", "faces": [2, 6]}]
    return {
        "name": "stalling",
        "family": "track",
        "board": {"kind": "cross", "seats": [0, 2], "pieces": 2},
        "rules": [*throws, *({"rule": name} for name in names), *rules],
    } | more


# The fewest players, the most, and the most pieces.
FEWEST_AND_MOST = {
    "one": alone(),
    "twenty-four": crowd(),
    "sixty-four pieces": crowd(3, MOST_PIECES),
}
few_and_many = pytest.mark.parametrize("spec", FEWEST_AND_MOST.values(), ids=FEWEST_AND_MOST)
