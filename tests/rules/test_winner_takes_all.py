"""`winner_takes_all`: the winner gets 1 and the loser -1; in a draw both get 0."""

from generals_positions import do, generals


def test_the_winner_gets_one():
    """The loser gets -1, in either role."""
    env = generals("A=42,00 D=99 turn=0 die=2 hits=2", backend="python")
    do(env, "42>44")
    assert env.rewards == {"player_0": 1, "player_1": -1}
    env = generals("A=20 D=22,99 turn=1 die=2", backend="python")
    do(env, "22>20")
    assert env.rewards == {"player_0": -1, "player_1": 1}


def test_before_the_end_nobody_gets_anything():
    """There is no reward for a hit either."""
    env = generals("A=42,00 D=99 turn=0 die=2", [3], backend="python")
    do(env, "42>44")
    assert env.rewards == {"player_0": 0, "player_1": 0}
