"""The rule `interception`.

While Defenders are in the Moat an attack fails, and one of them, drawn by lot, dies.
"""

from generals_positions import do, expect, generals, units


def test_an_attack_fails_while_a_guard_is_in_the_moat():
    """The unit is used up, the guard dies, and the General is not hit."""
    env = generals("A=42,00 D=99,33 turn=0 die=2", [1], backend="python")
    do(env, "42>44")
    expect(env, A="00", D="99", hits=0, turn=1)


def test_one_of_the_guards_is_drawn():
    """Over many games each of two guards is drawn, but never a Defender outside the Moat."""
    left = set()
    for seed in range(30):
        env = generals("A=42,00 D=99,33,66 turn=0 die=2", [1], seed, backend="python")
        do(env, "42>44")
        left.add(tuple(units(env, "D")))
    assert left == {("33", "99"), ("66", "99")}
