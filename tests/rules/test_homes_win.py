"""`homes_win`: a side that has `count` pieces home wins at once: +1 to it, -1 to the others."""

import pytest
from positions import expect, over, play
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.rules import homes_win


def test_some_pieces_home_win():
    """The second piece home wins at once."""
    env = at("p0=f,h4 p2=f dice=1", win=homes_win(count=2))
    play(env, 1)
    assert over(env)
    assert env.rewards == {"player_0": 1, "player_1": -1}


def test_fewer_do_not():
    """One of three needed pieces is not enough."""
    env = at("p0=f,h4 dice=1", win=homes_win(count=3), rolls=[2])
    play(env, 1)
    assert not over(env)
    expect(env, turn=2)


def test_homes_win_refuses():
    """The count is limited by the number of pieces."""
    with pytest.raises(SpecError, match=r"homes_win\.count is a number of pieces 1\.\.4, not 5"):
        race(win=homes_win(count=5)).check()
