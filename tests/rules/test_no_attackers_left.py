"""`no_attackers_left`: the Defender wins as soon as the Attacker has no unit left."""

from generals_positions import do, generals, winner
from positions import over


def test_an_attacker_without_units_has_lost():
    """The last Attacker is killed."""
    env = generals("A=20 D=22,99 turn=1 die=2", backend="python")
    do(env, "22>20")
    assert over(env)
    assert winner(env) == "D"


def test_one_unit_goes_on():
    """One of two Attackers is killed."""
    env = generals("A=24,00 D=22,99 turn=1 die=2", [3], backend="python")
    do(env, "22>24")
    assert not over(env)
