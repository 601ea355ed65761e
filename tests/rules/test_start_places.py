"""The rule `start_places`.

Some pieces of each player start on squares of the board, and the others in the yard.
"""

import pytest
from positions import described, expect, loose
from rule_positions import race

from ludo_env import SpecError, loose_ludo_v0
from ludo_env.rules import (
    start_places,
)


def begun(*squares):
    """Return a game with these lines, at its start."""
    env = loose_ludo_v0.raw_env(race(start_places(squares=squares)), backend="python")
    env.reset(seed=1)
    return env


def test_pieces_start_on_the_board():
    """Two are on 3, one on 8; seat 2 has one three squares past its entry; others in the yard."""
    expect(begun("3:2 8", "29"), p0="3,3,8", p2="3")


def test_a_position_leaves_them_there():
    """A text that names no pieces has them where the game begins."""
    env = loose(race(start_places(squares=("3:2 8", "29"))), "turn=0 dice=2")
    expect(env, p0="3,3,8", p2="3")
    assert described(env) == {
        *("piece 0: 2 from 3 to 5", "piece 1: 2 from 3 to 5", "piece 2: 2 from 8 to 10"),
    }


@pytest.mark.parametrize(
    ("squares", "refusal"),
    [
        (("3", "29", "7"), "a line for each of 2 players at most, not 3"),
        (("99",), "unknown square '99'"),
        (("3:x",), "is not a square on the way of player 0 with a number of pieces"),
        (("3:5",), "places more than the 4 pieces of player 0"),
    ],
)
def test_start_places_refuses(squares, refusal):
    """Missing squares, and more pieces than a player has, are refused."""
    with pytest.raises(SpecError, match=refusal):
        race(start_places(squares=squares)).check()
