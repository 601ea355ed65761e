"""The rule `enemy_blocks`.

Two or more pieces of one colour on a ring square, safe or not, stop every other colour.
"""

from positions import described
from rule_positions import CROSS, at

from ludo_env.boards import cross
from ludo_env.rules import enemy_blocks


def test_two_of_a_colour_stop_the_others():
    """No other colour passes them or lands there, not even on a safe square."""
    for board in (CROSS, cross(seats=(0, 2), safe=(12,))):
        for number in (2, 3):
            env = at(f"p0=10 p2=38,38 dice={number}", enemy_blocks(), board=board)
            assert described(env) == {"pass"}
            assert env.explain(0).startswith("enemy_blocks: ")


def test_they_do_not_stop_their_own():
    """Piece 0 passes its own pair on 12."""
    env = at("p0=10,12,12 dice=3", enemy_blocks())
    assert "piece 0: 3 from 10 to 13" in described(env)


def test_passed():
    """With `passed` others pass them, but do not land there."""
    env = at("p0=10 p2=38,38 dice=3", enemy_blocks(passed=True))
    assert described(env) == {"piece 0: 3 from 10 to 13"}
    assert described(at("p0=10 p2=38,38 dice=2", enemy_blocks(passed=True))) == {"pass"}


def test_how_many_they_are():
    """With `size=3` two are not a block."""
    env = at("p0=10 p2=38,38 dice=3", enemy_blocks(size=3))
    assert described(env) == {"piece 0: 3 from 10 to 13"}
