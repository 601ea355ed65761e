"""The rule `capture_lone`.

Landing on an open square with exactly one enemy piece sends it back to its yard.
"""

from positions import described
from rule_positions import at, only

from ludo_env.boards import cross
from ludo_env.rules import capture_lone


def test_one_enemy_alone_is_captured():
    """A lone enemy goes back to its yard; two together stay."""
    env = at("p0=10 p2=38 dice=2", capture_lone(), rolls=[1])
    assert described(env) == {"piece 0: 2 from 10 to 12, captures player_1 on square 12"}
    assert only(env)["p2"] == "y,y,y,y"
    assert described(at("p0=10 p2=38,38 dice=2", capture_lone())) == {"piece 0: 2 from 10 to 12"}


def test_on_open_squares_only():
    """A safe square protects the enemy."""
    env = at("p0=10 p2=38 dice=2", capture_lone(), board=cross(seats=(0, 2), safe=(12,)))
    assert described(env) == {"piece 0: 2 from 10 to 12"}


def test_of_three_colours_one_is_alone():
    """Seat 1 has one piece on 15 and seat 3 none: it is captured; one of each is not."""
    board = cross(seats=(0, 1, 3))
    env = at("p0=10 p1=2 dice=5", capture_lone(), board=board)
    assert described(env) == {"piece 0: 5 from 10 to 15, captures player_1 on square 15"}
    env = at("p0=10 p1=2 p3=28 dice=5", capture_lone(), board=board)
    assert described(env) == {"piece 0: 5 from 10 to 15"}
