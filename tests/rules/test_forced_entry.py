"""The rule `forced_entry`.

A piece that can leave the yard must; while any is there, its entry must be cleared.
"""

from positions import described
from rule_positions import at

from ludo_env.rules import forced_entry


def test_a_piece_that_can_leave_must():
    """With a six nothing else is legal."""
    env = at("p0=10,f,f,y dice=6", forced_entry())
    assert described(env) == {"piece 3: 6 from the yard to 0"}
    assert env.explain(0).startswith("forced_entry: ")


def test_the_entry_must_be_cleared():
    """This applies while a piece is in the yard, but not with `clear=False`."""
    env = at("p0=0,10,f,y dice=3", forced_entry())
    assert described(env) == {"piece 0: 3 from 0 to 3"}
    both = {"piece 0: 3 from 0 to 3", "piece 1: 3 from 10 to 13"}
    assert described(at("p0=0,10,f,f dice=3", forced_entry())) == both
    assert described(at("p0=0,10,f,y dice=3", forced_entry(clear=False))) == both
