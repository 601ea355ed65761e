"""`yard_first`: while a colour has a piece in its yard, its other pieces may not move."""

from positions import described
from rule_positions import at

from ludo_env.rules import yard_first


def test_nobody_else_moves_while_a_piece_is_in_the_yard():
    """A six brings it out; other numbers cannot be played."""
    env = at("p0=10,f,f,y dice=6", yard_first())
    assert described(env) == {"piece 3: 6 from the yard to 0"}
    env = at("p0=10,f,f,y dice=3", yard_first())
    assert described(env) == {"pass"}
    assert env.explain(0).startswith("yard_first: ")
    assert described(at("p0=10,f,f,f dice=3", yard_first())) == {"piece 0: 3 from 10 to 13"}
