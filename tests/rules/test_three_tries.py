"""The rule `three_tries`.

A player with no piece on the ring who cannot move throws up to three times a turn.
"""

import pytest
from positions import described, expect
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.boards import cross
from ludo_env.rules import (
    blocks,
    three_tries,
)


def test_three_throws_for_who_cannot_move():
    """With all pieces in the yard there are three throws."""
    env = at("turn=0", three_tries(), rolls=[1, 2, 5, 4])
    expect(env, turn=0, dice=5, tries=2)
    assert described(env) == {"pass"}
    env = at("turn=0", three_tries(), rolls=[1, 6])
    expect(env, turn=0, dice=6, tries=1)
    assert "piece 0: 6 from the yard to 0" in described(env)


def test_one_throw_with_a_piece_on_the_ring():
    """A player whose piece is blocked there passes after the first."""
    board = cross(seats=(0, 2), pieces=2)
    env = at("p0=y,10 p2=38,38", three_tries(), blocks(), board=board, rolls=[3, 5])
    expect(env, turn=0, dice=3)
    assert described(env) == {"pass"}


def test_how_many():
    """With `count=2` the second throw is the last."""
    env = at("turn=0", three_tries(count=2), rolls=[1, 2, 6])
    expect(env, turn=0, dice=2, tries=1)
    assert described(env) == {"pass"}


def test_three_tries_refuses():
    """There are at least two throws."""
    with pytest.raises(SpecError, match=r"three_tries\.count is 2 to \d+ throws, not 1"):
        race(three_tries(count=1)).check()
