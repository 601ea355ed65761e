"""`capture_by_swapping`: landing on a lone enemy on an open square makes the two change places."""

import pytest
from positions import described
from rule_positions import at, graph, only

from ludo_env.boards import cross
from ludo_env.rules import (
    bonus_capture,
    capture_by_swapping,
    spinner,
)


@pytest.mark.parametrize(
    ("here", "number", "enemy", "said"),
    [
        ("10", 5, "41", "from 10 to 15, player_1 from 15 to 10"),
        ("24", 3, "1", "from 24 to 27, player_1 from 27 to 24"),
        ("25", 3, "2", "from 25 to 28, captures player_1 on square 28"),  # behind its gate
        ("10", 5, "41,41", "from 10 to 15"),
        ("10", 4, "40", "from 10 to 14"),  # safe
        ("14", 2, "42", "from 14 to 16, player_1 from 16 to 14"),  # from a safe square
        ("y", 6, "26", "from the yard to 0, captures player_1 on square 0"),
    ],
)
def test_capture_by_swapping(here, number, enemy, said):
    """The enemy comes to the piece's old square, or to its yard if it cannot be there."""
    board = cross(seats=(0, 2), pieces=2, safe=(14,))
    env = at(f"p0={here},f p2={enemy} dice={number}", capture_by_swapping(), board=board)
    assert described(env) == {f"piece 0: {number} {said}"}


def test_capture_by_swapping_out_of_a_lane():
    """h1, h0, 50, 49, 48: no other colour can be on h1."""
    env = at("p0=h1 p2=22 dice=-4", capture_by_swapping(), die=spinner(values=(1, 6, -4)))
    assert described(env) == {"piece 0: -4 from h1 to 48, captures player_1 on square 48"}


def test_capture_by_swapping_is_a_capture_and_leaves_nothing_behind():
    """It earns another roll, and the next move of a piece out of the yard does not swap."""
    env = at("p0=10 p2=41,26 dice=5", capture_by_swapping(), bonus_capture(), rolls=[6])
    after = only(env)
    assert (after["p0"], after["p2"], after["turn"]) == ("15,y,y,y", "36,26,y,y", "0")
    assert "piece 1: 6 from the yard to 0, captures player_1 on square 0" in described(env)


def test_capture_by_swapping_on_a_graph():
    """The two change tiles, unless green can never come to the tile: e0 is only for red."""
    board = graph("e0 > a0", entries=("e0", "a6"))
    env = at("p0=a2,f p1=a4 dice=2", capture_by_swapping(), board=board)
    assert described(env) == {"piece 0: 2 from a2 to a4, player_1 from a4 to a2"}
    env = at("p0=e0,f p1=a2 dice=3", capture_by_swapping(), board=board)
    assert described(env) == {"piece 0: 3 from e0 to a2, captures player_1 on square a2"}
