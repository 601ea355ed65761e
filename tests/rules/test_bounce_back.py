"""The rule `bounce_back`.

A number too large takes a piece home and back again by the steps that are left.
"""

import pytest
from positions import described
from rule_positions import at, graph

from ludo_env.rules import (
    blocks,
    bounce_back,
    capture_lone,
    dice,
)


@pytest.mark.parametrize(
    ("place", "number", "said"),
    [
        ("h3", 2, "from h3 to home"),
        ("h3", 3, "from h3 to h4"),
        ("h3", 5, "from h3 to h2"),
        ("h4", 6, "from h4 to h0"),
        ("h4", 7, "from h4 to 50"),
        ("h4", 8, "from h4 to 49"),
        ("h4", 57, "from h4 to 0"),
        ("h4", 58, None),
    ],
)
def test_bounce_back_on_a_ring(place, number, said):
    """It goes home and back by the rest: over lane and gate, never past its own entry."""
    die = dice(faces=(*range(1, 9), 57, 58))
    env = at(f"p0={place},f,f,f dice={number}", capture_lone(), die=die, last=bounce_back())
    assert described(env) == {f"piece 0: {number} {said}" if said else "pass"}


def test_bounce_back_captures_and_is_blocked():
    """At its end it lands like any piece: on a lone enemy, or not at all on a block."""
    die, rules = dice(faces=tuple(range(1, 9))), (blocks(), capture_lone())
    env = at("p0=h4 p2=23 dice=8", *rules, die=die, last=bounce_back())
    assert described(env) == {"piece 0: 8 from h4 to 49, captures player_1 on square 49"}
    env = at("p0=h4 p2=23,23 dice=8", *rules, die=die, last=bounce_back())
    assert described(env) == {"pass"}
    assert "blocks" in env.explain(0)


@pytest.mark.parametrize(
    ("place", "number", "there"),
    [
        ("r1", 2, "home"),
        ("r1", 5, "r0"),
        ("r2", 5, "a11"),
        ("r2", 8, None),
        ("r2", 7, None),
        ("r1", 4, "r1"),
    ],
)
def test_bounce_back_on_a_graph(place, number, there):
    """It goes back by the only way; two lead to a10, so none goes back from there."""
    die = dice(faces=(1, 2, 4, 5, 6, 7, 8))
    env = at(
        f"p0={place},f dice={number}", capture_lone(), board=graph(), die=die, last=bounce_back()
    )
    going = f"piece 0: {number} from {place} to {there}"
    if there == place:
        going = f"piece 0: {number}"
    assert described(env) == {going if there else "pass"}


def test_bounce_back_over_the_gate_of_a_graph():
    """From r2 by 6: one step home, then r2, r1, r0, a11, a10."""
    env = at("p0=r2,f dice=6", capture_lone(), board=graph(), last=bounce_back())
    assert described(env) == {"piece 0: 6 from r2 to a10"}
