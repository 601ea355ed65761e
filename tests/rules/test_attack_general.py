"""The rule `attack_general`.

Only an Attacker ends a move on the General: a hit, which uses the unit up; three win.
"""

from generals_positions import do, expect, generals, legal_words, winner
from positions import over


def test_a_hit_uses_the_unit_up():
    """From 42 by 2 onto the General; Defenders do not land there."""
    env = generals("A=42,00 D=99 turn=0 die=2", [3], backend="python")
    do(env, "42>44")
    expect(env, A="00", D="99", hits=1, turn=1)
    env = generals("A=00 D=42 turn=1 die=2", backend="python")
    assert "42>44" not in legal_words(env)


def test_three_hits_win():
    """The third hit ends the game."""
    env = generals("A=42,00 D=99 turn=0 die=2 hits=2", backend="python")
    do(env, "42>44")
    assert over(env)
    assert winner(env) == "A"
