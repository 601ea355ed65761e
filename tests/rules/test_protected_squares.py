"""`protected_squares`: no piece lands on a safe square that an enemy is on."""

import pytest
from positions import described
from rule_positions import CROSS, at, graph, race

from ludo_env import SpecError
from ludo_env.boards import cross
from ludo_env.rules import capture_lone, protected_squares

SAFE = cross(seats=(0, 2), safe=(12,))
RULES = (protected_squares(), capture_lone())


def test_an_enemy_on_a_safe_square():
    """Square 12 is place 38 of seat 2: seat 0 may not land there, but may pass."""
    env = at("p0=10 p2=38 dice=2", *RULES, board=SAFE)
    assert described(env) == {"pass"}
    assert env.explain(0).startswith("protected_squares: ")
    assert described(at("p0=10 p2=38 dice=3", *RULES, board=SAFE)) == {"piece 0: 3 from 10 to 13"}


def test_an_own_piece_on_it():
    """Own pieces share the square."""
    env = at("p0=10,12 dice=2", *RULES, board=SAFE)
    assert described(env) == {"piece 0: 2 from 10 to 12", "piece 1: 2 from 12 to 14"}


def test_squares_that_are_not_safe():
    """On such a square an enemy is captured."""
    env = at("p0=10 p2=37 dice=1", *RULES, board=SAFE)
    assert described(env) == {"piece 0: 1 from 10 to 11, captures player_1 on square 11"}


def test_safe_tiles_of_a_graph():
    """Safe tiles are given by name."""
    board = graph(safe=("a2", "r1"))
    assert described(at("p0=a1,f p1=a2,f dice=1", *RULES, board=board)) == {"pass"}
    env = at("p0=r0,f dice=1", *RULES, board=board)
    assert described(env) == {"piece 0: 1 from r0 to r1"}


@pytest.mark.parametrize("board", [CROSS, graph(), graph(safe=("r1",))])
def test_protected_squares_refuses(board):
    """The board needs a safe square on which players can meet."""
    with pytest.raises(SpecError, match="'protected_squares' is for boards with safe squares"):
        race(*RULES, board=board).check()
