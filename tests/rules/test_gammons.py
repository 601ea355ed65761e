"""The rule `gammons`.

A win counts double if the loser has no piece home, triple if one is also far behind.
"""

import pytest
from positions import play
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.boards import cross
from ludo_env.rules import gammons


@pytest.mark.parametrize(
    ("loser", "worth"),
    [
        ("f,h0,h0,h0", 1),
        ("h0,h0,h0,h0", 2),
        ("50,50,h0,40", 2),
        ("h0,h0,h0,y", 3),
        ("h0,h0,h0,24", 3),
        ("h0,h0,h0,23", 2),
    ],
)
def test_a_win_counts_several_times(loser, worth):
    """A win counts once if the loser has a piece home, twice if not, three times if far behind."""
    env = at(f"p0=h4,f,f,f p2={loser} dice=1", gammons())
    play(env, 0)
    assert env.rewards == {"player_0": worth, "player_1": -worth}


def test_gammons_refuses():
    """There must be two players, and a valid number of steps."""
    with pytest.raises(SpecError, match="gammons is for two players, not 3"):
        race(gammons(), board=cross(seats=(0, 1, 2))).check()
    with pytest.raises(SpecError, match=r"gammons\.last is 1 to 57 steps, not 0"):
        race(gammons(last=0)).check()
