"""The rule `spinner`.

A spinner says how far one piece goes, forwards or backwards, or that nothing moves.
"""

import pytest
from positions import described, expect
from rule_positions import at, graph, only

from ludo_env import LudoError, PositionError, SpecError, game_of
from ludo_env.boards import cross
from ludo_env.rules import (
    capture_lone,
    spinner,
)

WHEEL = spinner(values=(1, 6, -4, 0, -6), weights=(1, 1, 2, 3, 1))


@pytest.mark.parametrize(
    ("place", "value", "there"),
    [
        ("10", 1, "11"),
        ("10", -4, "6"),
        ("4", -4, "0"),
        ("2", -4, "50"),  # 1, 0, 51, 50
        ("1", -4, "49"),
        ("h1", -4, "48"),
        ("51", 1, "h1"),  # a square behind the gate counts as so many of the lane
        ("10", 0, None),
        ("y", -6, None),
        ("y", 6, "0"),
    ],
)
def test_spinner(place, value, there):
    """A piece goes forwards, backwards round the ring and out of the lane, or not at all."""
    board = cross(seats=(0, 2), pieces=2)
    env = at(f"p0={place},f dice={value}", capture_lone(), die=WHEEL, board=board, rolls=[1])
    start = "the yard" if place == "y" else place
    assert described(env) == {f"piece 0: {value} from {start} to {there}" if there else "pass"}
    assert only(env)["turn"] == "2"


def test_spinner_outcomes():
    """Scripted dice are outcome numbers; chance draws each outcome by weight."""
    env = at("p0=10 p2=20", capture_lone(), die=WHEEL, rolls=[3, 4])
    expect(env, dice="-4")
    assert described(env) == {"piece 0: -4 from 10 to 6"}
    assert only(env)["dice"] == "0"
    game = game_of(env.spec, "python")
    found = game.outcomes(game.read("turn=0")[0])
    assert [part for _, part in found] == [1 / 8, 1 / 8, 2 / 8, 3 / 8, 1 / 8]
    with pytest.raises(LudoError, match="out of range"):
        at("p0=10", capture_lone(), die=WHEEL, rolls=[6])
    with pytest.raises(PositionError, match="one of 1,6,-4,0,-6"):
        at("p0=10 dice=2", capture_lone(), die=WHEEL)


def test_spinner_on_a_graph():
    """A piece goes back by the only way, also through its lane, but not over a10 (two ways)."""
    die, board = spinner(values=(1, 6, -3, -4)), graph()
    env = at("p0=a2,f dice=-3", capture_lone(), die=die, board=board)
    assert described(env) == {"piece 0: -3 from a2 to a11"}
    env = at("p0=r1,f dice=-3", capture_lone(), die=die, board=board)
    # Going back past the fork on a11 still counts its ways, so the move is listed twice.
    assert "piece 0: -3 from r1 to a10" in described(env)
    env = at("p0=a1,f dice=-4", capture_lone(), die=die, board=board)
    assert described(env) == {"pass"}


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"values": (1, 1)}, "different numbers"),
        ({"values": (1, 121)}, "different numbers"),
        ({"values": (1,)}, "rule 15"),
        ({"values": (1, 2), "weights": (1,)}, "2 values"),
        ({"values": (1, 2), "weights": (0, 1)}, "rule 15"),
        ({"values": (1, 2), "weights": (-1, 1)}, "Weights"),
        ({"values": 3}, "list of whole numbers"),
    ],
)
def test_spinner_refuses(wrong, refusal):
    """Spinners that cannot be."""
    with pytest.raises(SpecError, match=refusal):
        spinner(**wrong)
