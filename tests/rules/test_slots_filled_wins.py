"""`slots_filled_wins`: the game ends at once when every piece of a side is in its lane or home."""

from positions import expect, over, play
from rule_positions import at

from ludo_env.rules import slots_filled_wins


def test_all_in_lane_or_home_win():
    """The last piece turns into the lane."""
    env = at("p0=h1,h2,h3,48 dice=3", win=slots_filled_wins())
    play(env, 3)
    assert over(env)
    assert env.rewards == {"player_0": 1, "player_1": -1}


def test_one_on_the_ring_is_missing():
    """A piece that stops on the gate is not in its lane."""
    env = at("p0=h1,h2,h3,48 dice=2", win=slots_filled_wins(), rolls=[1])
    play(env, 3)
    assert not over(env)
    expect(env, p0="h1,h2,h3,50", turn=2)
