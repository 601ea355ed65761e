"""The rule `overshoot_finishes`.

A piece that reaches or would pass the last square of its lane is finished.
"""

import pytest
from positions import described
from rule_positions import at

from ludo_env.rules import (
    overshoot_finishes,
)


@pytest.mark.parametrize(("place", "there"), [("h3", "home"), ("h4", "home"), ("50", "h4")])
def test_a_number_too_large_takes_a_piece_home(place, there):
    """A five from h3 or h4 finishes; from the gate it ends in the lane."""
    env = at(f"p0={place} dice=5", last=overshoot_finishes())
    assert described(env) == {f"piece 0: 5 from {place} to {there}"}
