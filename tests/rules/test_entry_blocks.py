"""`entry_blocks`: a piece on its own entry is passed, hit and moved by nobody but its owner."""

import pytest
from positions import described
from rule_positions import at

from ludo_env.rules import (
    capture_lone,
    entry_blocks,
)


@pytest.mark.parametrize(
    ("enemy", "number", "said"),
    [
        ("0", 3, "pass"),
        ("0", 2, "pass"),
        ("1", 2, "piece 0: 2 from 24 to 26"),
        ("1", 3, "piece 0: 3 from 24 to 27, captures player_1 on square 27"),
    ],
)
def test_a_piece_on_its_own_entry(enemy, number, said):
    """On square 26 it is not passed or captured; one square further it is."""
    env = at(f"p0=24 p2={enemy} dice={number}", entry_blocks(), capture_lone())
    assert described(env) == {said}
    if said == "pass":
        assert env.explain(0).startswith("entry_blocks: ")


def test_it_moves_itself():
    """Its owner can move and pass it."""
    env = at("p0=0,50 dice=1", entry_blocks(), capture_lone())
    assert described(env) == {"piece 0: 1 from 0 to 1", "piece 1: 1 from 50 to h0"}
