"""The rule `doubling_cube`.

Before a throw a player may double the stake; the other takes it or loses the old stake.
"""

import pytest
from positions import described, expect, over, play
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.boards import cross
from ludo_env.rules import (
    doubling_cube,
)

ROLL, DOUBLE, TAKE, DROP = 4, 5, 6, 7


def test_the_stake_is_doubled_and_taken():
    """The other player then owns the cube, and the dice are thrown."""
    env = at("p0=10 p2=10 turn=0", doubling_cube(), rolls=[4])
    expect(env, dice="-", cube=1, owner=0, asked=0, legal={ROLL, DOUBLE})
    play(env, DOUBLE)
    assert env.agent_selection == "player_1"
    assert described(env) == {"take the double", "drop, and lose the stake"}
    play(env, TAKE)
    expect(env, turn=0, cube=2, dice=4)


def test_the_stake_is_refused():
    """A player who refuses loses the old stake."""
    env = at("p0=10 p2=10 turn=0", doubling_cube(), rolls=[4])
    play(env, DOUBLE)
    play(env, DROP)
    assert over(env)
    assert env.rewards == {"player_0": 1, "player_1": -1}


def test_a_stake_that_is_not_doubled():
    """The player rolls, and the cube does not move."""
    env = at("p0=10 p2=10 turn=0", doubling_cube(), rolls=[4])
    play(env, ROLL)
    expect(env, turn=0, cube=1, dice=4)


def test_doubling_cube_refuses():
    """The stake is a power of two, and there must be two players."""
    with pytest.raises(SpecError, match=r"doubling_cube\.highest is 2, 4, 8 .. up to"):
        race(doubling_cube(highest=3)).check()
    with pytest.raises(SpecError, match="doubling_cube is for two players, not 3"):
        race(doubling_cube(), board=cross(seats=(0, 1, 2))).check()
