"""The rule `capture_all`.

Landing on a square of the ring sends every unprotected enemy on it back to its yard.
"""

from positions import described
from rule_positions import at, only

from ludo_env.boards import cross
from ludo_env.rules import capture_all


def test_every_enemy_on_the_square_is_captured():
    """Two pieces on 12 go back to their yard."""
    env = at("p0=10 p2=38,38,39 dice=2", capture_all(), rolls=[1])
    hit = ", captures player_1 on square 12"
    assert described(env) == {"piece 0: 2 from 10 to 12" + hit + hit}
    assert only(env)["p2"] == "y,y,39,y"


def test_a_safe_square_protects():
    """A piece on a safe square is not captured."""
    env = at("p0=10 p2=38,38 dice=2", capture_all(), board=cross(seats=(0, 2), safe=(12,)))
    assert described(env) == {"piece 0: 2 from 10 to 12"}
