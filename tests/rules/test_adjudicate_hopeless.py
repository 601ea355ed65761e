"""The rule `adjudicate_hopeless`.

The Defender wins as soon as the Attacker has fewer units than hits to make.
"""

from generals_positions import do, generals, winner
from positions import over


def test_too_few_units_have_lost():
    """With two units left for three hits, the Defender has won."""
    position = "A=24,00,01 D=22,99 turn=1 die=2 hits=0"
    env = generals(position, backend="python", adjudicate_hopeless=True)
    do(env, "22>24")
    assert over(env)
    assert winner(env) == "D"
    env = generals(position, [3], backend="python")
    do(env, "22>24")
    assert not over(env)


def test_hits_that_were_made_count():
    """After one hit two units are enough."""
    env = generals(
        "A=24,00,01 D=22,99 turn=1 die=2 hits=1", [3], backend="python", adjudicate_hopeless=True
    )
    do(env, "22>24")
    assert not over(env)
