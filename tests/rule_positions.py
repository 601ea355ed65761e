"""Small races around the rule under test: on a ring, or on a graph of a few tiles."""

from positions import legal_set, loose_and_back, words_of

from ludo_env import Spec
from ludo_env.boards import GraphBoard, cross
from ludo_env.families import TRACK
from ludo_env.rules import (
    all_home_wins,
    capture_lone,
    dice,
    exact_finish,
    leave_yard,
    others_turn_back,
    phase_after_homes,
    turn_limit,
)

# Two players on a cross: 52 squares, gate 50, h0..h4. Square q is place q of seat 0, and place
# q - 26 (or q + 26) of seat 2.
CROSS = cross(seats=(0, 2))
# Two players on a loop a0..a11 with a by-way from a8; red turns off at a11, green at a5.
LOOP = (
    "a0..a11 > a0",
    "a8 > a10",
    "a11 > r0..r2 > red for 0",
    "a5 > g0..g2 > green for 1",
)
# The third piece home of one colour turns the others back.
STORM = (
    capture_lone(),
    phase_after_homes(),
    others_turn_back().during("storm"),
    turn_limit(),
)


def graph(*paths, entries=("a0", "a6"), **more):
    """The loop with more ways, and two pieces for each player."""
    homes = ("red", "green")
    return GraphBoard(paths=(*LOOP, *paths), entries=entries, homes=homes, pieces=2, **more)


def race(*rules, board=CROSS, die=None, exit_number=6, leave=None, last=None, win=None):
    """A race of one die, the exact number home, and these rules."""
    base = (die or dice(), leave or leave_yard(number=exit_number), last or exact_finish())
    return Spec("small", TRACK, board, (*base, *rules, win or all_home_wins()))


def at(position, *rules, rolls=(), **how):
    """The environment in a position; pieces that are not named are in the yard."""
    spec = race(*rules, **how)
    words = dict(word.split("=") for word in position.split())
    for player, seat in enumerate(spec.board.seats):
        named = [place for place in words.get(f"p{seat}", "").split(",") if place]
        rest = ["y"] * (spec.board.counts[player] - len(named))
        words[f"p{seat}"] = ",".join([*named, *rest])
    words.setdefault("turn", "0")
    text = " ".join(f"{key}={value}" for key, value in words.items())
    return loose_and_back(spec, text, rolls)


def only(env):
    """Play the only legal action."""
    (action,) = legal_set(env)
    env.step(action)
    return words_of(env)
