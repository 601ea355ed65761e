"""The rule `combat`.

A unit that ends its move on an enemy kills it and takes the cell; never on a friend.
"""

from generals_positions import do, expect, generals, legal_words


def test_an_enemy_is_killed_where_a_move_ends():
    """The unit takes the enemy's cell."""
    env = generals("A=20,60 D=22,99 turn=0 die=2", [3], backend="python")
    do(env, "20>22")
    expect(env, A="22,60", D="99", turn=1)


def test_a_friend_never():
    """From 20 a unit cannot go by 2 to 22 if a unit of its own side is there."""
    env = generals("A=20,22 D=99 turn=0 die=2", backend="python")
    assert "20>22" not in legal_words(env)
    assert "22>24" in legal_words(env)
