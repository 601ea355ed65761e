"""The rule `capture_by_passing`.

A lone enemy on an open square that a piece goes over is sent back to its yard.
"""

import pytest
from positions import described
from rule_positions import at, graph, only

from ludo_env.boards import cross
from ludo_env.rules import (
    bonus_capture,
    capture_by_passing,
    capture_lone,
)


@pytest.mark.parametrize(
    ("enemies", "captured"),
    [
        ("38", [12]),
        ("37,39", [11, 13]),
        ("38,38", []),  # not alone
        ("41", []),  # 15, where the piece lands
        ("36", []),  # 10, where it started
        ("40", []),  # 14 is safe
    ],
)
def test_capture_by_passing(enemies, captured):
    """From 10 by 5: lone enemies on 11, 12 and 13 are captured, 14 is safe, 15 is the end."""
    env = at(
        f"p0=10 p2={enemies} dice=5", capture_by_passing(), board=cross(seats=(0, 2), safe=(14,))
    )
    hit = "".join(f", captures player_1 on square {square}" for square in captured)
    assert described(env) == {f"piece 0: 5 from 10 to 15{hit}"}


def test_capture_by_passing_counts():
    """It counts as a capture: another rule rolls again for it, and landing counts too."""
    rules = (capture_by_passing(), capture_lone(), bonus_capture())
    env = at("p0=10 p2=38,41,0 dice=5", *rules, rolls=[2])
    after = only(env)
    assert (after["p0"], after["p2"], after["turn"]) == ("15,y,y,y", "y,y,0,y", "0")
    assert env.explain(1)


def test_capture_by_passing_on_a_graph():
    """Red goes from a0 over a1 to a3, or green stands behind it."""
    env = at("p0=a0,f p1=a1,a11 dice=3", capture_by_passing(), board=graph())
    assert described(env) == {"piece 0: 3 from a0 to a3, captures player_1 on square a1"}
