"""The rule `stop_before_home`.

A number too large takes a piece only to the last square before home; there it waits.
"""

import pytest
from positions import described
from rule_positions import at, graph

from ludo_env.rules import (
    capture_lone,
    stop_before_home,
)


@pytest.mark.parametrize(
    ("place", "number", "there"),
    [("h1", 4, "home"), ("h1", 5, "h4"), ("h4", 1, "home"), ("h4", 3, None), ("h0", 4, "h4")],
)
def test_stop_before_home_on_a_ring(place, number, there):
    """It goes to h4 at most; from h4 only a 1 moves it."""
    env = at(f"p0={place} dice={number}", capture_lone(), last=stop_before_home())
    assert described(env) == {f"piece 0: {number} from {place} to {there}" if there else "pass"}
    if there is None:
        assert "stop_before_home" in env.explain(0)


@pytest.mark.parametrize(
    ("place", "number", "there"),
    [("r0", 3, "home"), ("r0", 4, "r2"), ("r2", 1, "home"), ("r2", 2, None)],
)
def test_stop_before_home_on_a_graph(place, number, there):
    """It goes to r2 at most, the tile before red's home."""
    env = at(f"p0={place},f dice={number}", capture_lone(), board=graph(), last=stop_before_home())
    assert described(env) == {f"piece 0: {number} from {place} to {there}" if there else "pass"}


def test_stop_before_home_where_two_ways_lead_home():
    """No single tile is the last before home, so the number must be exact."""
    board = graph("a11 > q0 > red for 0")
    assert described(at("p0=q0,f dice=2", board=board, last=stop_before_home())) == {"pass"}
    env = at("p0=q0,f dice=1", board=board, last=stop_before_home())
    assert described(env) == {"piece 0: 1 from q0 to home"}
