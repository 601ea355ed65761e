"""The rule `all_home_wins`.

The game ends at once when every piece of a side is finished: +1 to it, -1 to the others.
"""

from positions import expect, over, play
from rule_positions import at

from ludo_env.boards import cross


def test_the_last_piece_home_wins():
    """The game ends at once: 1 for the winner, -1 for the others."""
    env = at("p0=h4,f,f,f p2=f,f,f,h0 dice=1")
    play(env, 0)
    assert over(env)
    assert env.rewards == {"player_0": 1, "player_1": -1}


def test_one_piece_out_is_not_all():
    """With one piece not home the game goes on."""
    env = at("p0=h4,h4,f,f dice=1", rolls=[2])
    play(env, 0)
    assert not over(env)
    expect(env, turn=2)


def test_mates_win_together():
    """In teams all pieces of both must be home."""
    board = cross(teams=(0, 1, 0, 1), pieces=2)
    env = at("p0=h4,f p2=f,f dice=1", board=board)
    play(env, 0)
    assert list(env.rewards.values()) == [1, -1, 1, -1]
    env = at("p0=h4,f p2=f,h4 dice=1", board=board, rolls=[2])
    play(env, 0)
    assert not over(env)
