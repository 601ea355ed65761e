"""Small races that several tests play: one with conversions, one for many, and one for one."""

from ludo_env import Spec, rules
from ludo_env.boards import MOST_PLAYERS, cross, ring
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
