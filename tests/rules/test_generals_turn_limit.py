"""`turn_limit`: after a number of turns the game is aborted without a winner."""

import pytest
from generals_positions import (
    do,
    generals,
)
from positions import over

from ludo_env import SpecError, generals_v0


def test_too_many_turns_end_the_game():
    """The game is truncated without a winner."""
    env = generals("A=00,20 D=99 turn=0 die=3", [1], backend="python", max_turns=2)
    do(env, "20>23")
    assert not any(env.truncations.values())
    do(env, "99>98")
    assert all(env.truncations.values())
    assert not over(env)
    assert set(env.rewards.values()) == {0}


def test_turn_limit_refuses():
    """The limit is at least one turn."""
    with pytest.raises(SpecError, match=r"max_turns is None or a whole number in 1\.\.\d+, not 0"):
        generals_v0.spec(max_turns=0)
