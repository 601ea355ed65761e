"""The rule `capture_on_entry`.

A piece that leaves the yard captures a lone enemy on its entry, safe or not.
"""

from positions import described
from rule_positions import at

from ludo_env.boards import cross
from ludo_env.rules import capture_on_entry


def test_a_piece_out_of_the_yard_captures_on_a_safe_entry():
    """A lone enemy there goes back; two enemies do not."""
    board = cross(seats=(0, 2), safe=(0, 26))
    env = at("p0=f,f,f,y p2=26 dice=6", capture_on_entry(), board=board)
    assert described(env) == {"piece 3: 6 from the yard to 0, captures player_1 on square 0"}
    env = at("p0=f,f,f,y p2=26,26 dice=6", capture_on_entry(), board=board)
    assert described(env) == {"piece 3: 6 from the yard to 0"}


def test_no_other_move_does():
    """Piece 0 lands on square 26 from the ring, where the safe square protects the enemy."""
    board = cross(seats=(0, 2), safe=(0, 26))
    env = at("p0=24 p2=0 dice=2", capture_on_entry(), board=board)
    assert described(env) == {"piece 0: 2 from 24 to 26"}
