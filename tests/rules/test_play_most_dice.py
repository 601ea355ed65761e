"""The rule `play_most_dice`.

A move must leave the other die playable if one can; else it plays the larger die.
"""

from positions import described
from rule_positions import at

from ludo_env.rules import dice, play_most_dice

TWO = dice(count=2)


def test_a_move_leaves_the_other_die_playable():
    """h0 by 2 would leave the 5 unplayable: both must come home by their numbers."""
    env = at("p0=h0,h3,f,f dice=5,2", play_most_dice(), die=TWO)
    assert described(env) == {"piece 0: 5 from h0 to home", "piece 1: 2 from h3 to home"}
    assert "piece 0: 2 from h0 to h2" in described(at("p0=h0,h3,f,f dice=5,2", die=TWO))
    assert env.explain(4).startswith("play_most_dice: ")


def test_if_one_only_can_be_played_the_larger():
    """h2 by 3 is home, by 2 on h4: then the other die cannot be played."""
    env = at("p0=h2,f,f,f dice=3,2", play_most_dice(), die=TWO)
    assert described(env) == {"piece 0: 3 from h2 to home"}
