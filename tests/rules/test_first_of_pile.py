"""The rule `first_of_pile`.

Of a colour's pieces on one square, or in the yard, only the lowest number moves.
"""

from positions import described
from rule_positions import at

from ludo_env.rules import first_of_pile


def test_the_first_moves_for_all():
    """Of two on 10 piece 0 moves; of three in the yard piece 1."""
    env = at("p0=10,10,12 dice=3", first_of_pile())
    assert described(env) == {"piece 0: 3 from 10 to 13", "piece 2: 3 from 12 to 15"}
    assert env.explain(1).startswith("first_of_pile: ")
    env = at("p0=10 dice=6", first_of_pile())
    assert described(env) == {"piece 0: 6 from 10 to 16", "piece 1: 6 from the yard to 0"}
