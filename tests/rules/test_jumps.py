"""`jumps`: a piece that ends its move on the first square of a pair is carried to the second."""

import pytest
from positions import described
from rule_positions import CROSS, at, graph, race

from ludo_env import SpecError
from ludo_env.rules import (
    capture_lone,
    jumps,
)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("p0=3 dice=2", "2 from 3 to 17"),
        ("p0=3 dice=3", "3 from 3 to 6"),  # passing is not ending
        ("p0=15 dice=2", "2 from 15 to 17"),
        ("p0=3 p2=43 dice=2", "2 from 3 to 17, captures player_1 on square 17"),
        ("p0=3 p2=31 dice=2", "2 from 3 to 17"),  # an enemy on 5 is left alone
        ("p0=7 dice=2", "2 from 7 to 25"),
        ("p2=29 turn=2 dice=2", "2 from 29 to 43"),
        ("p2=33 turn=2 dice=2", "2 from 33 to 35"),  # 25 is behind the gate of seat 2
        ("p0=16 dice=5", "5 from 16 to 5"),  # back to the start of another; not carried twice
    ],
)
def test_jumps_on_a_ring(position, said):
    """A piece that ends on 5 is on 17 afterwards."""
    env = at(position, jumps(tiles=("5 > 17", "9 > 25", "21 > 5")), capture_lone())
    assert described(env) == {f"piece 0: {said}"}


def test_jumps_on_a_graph():
    """Jumps name tiles, also in a lane; none leads where a colour cannot come."""
    board = graph("e0 > a0", entries=("e0", "a6"))
    rules = (jumps(tiles=("a2>a9", "r1 > a3", "a4 > e0")), capture_lone())
    assert described(at("p0=a1,f dice=1", *rules, board=board)) == {"piece 0: 1 from a1 to a9"}
    assert described(at("p0=r0,f dice=1", *rules, board=board)) == {"piece 0: 1 from r0 to a3"}
    assert described(at("p0=a3,f dice=1", *rules, board=board)) == {"piece 0: 1 from a3 to e0"}
    env = at("p1=a3,f turn=1 dice=1", *rules, board=board)
    assert described(env) == {"piece 0: 1 from a3 to a4"}


@pytest.mark.parametrize(
    ("board", "tiles", "refusal"),
    [
        (CROSS, ("57 > 3",), "rule 35"),
        (CROSS, ("3 > 52",), "rule 12"),
        (CROSS, ("3 > 57",), "rule 12"),
        (CROSS, ("3 > 99",), "unknown square '99'"),
        (CROSS, ("3 - 9",), "'5 > 17'"),
        (CROSS, ("3 > 9 > 11",), "'5 > 17'"),
        (CROSS, ("3 >",), "'5 > 17'"),
        (CROSS, ("3 > 3",), "to itself"),
        (CROSS, (), "one or more"),
        (CROSS, ("3 > 9", "3 > 11"), "different squares"),
        (graph(), ("red > a1",), "rule 35"),
        (graph(), ("a1 > r0",), "rule 12"),
        (graph(), ("a1 > green",), "rule 12"),
        (graph(), ("a1 > gren",), "did you mean 'green'"),
        (graph(), ("a1 > ",), "'5 > 17'"),
    ],
)
def test_jumps_refuse(board, tiles, refusal):
    """Jumps that cannot be, in one sentence."""
    with pytest.raises(SpecError, match=refusal):
        race(jumps(tiles=tiles), capture_lone(), board=board).check()
