"""The rule `sweep`.

A combined move ends at the first lone enemy on its way; what lies beyond does not matter.
"""

import pytest
from mechanism_races import given, race
from positions import expect

from ludo_env.rules import (
    sweep,
)


@pytest.mark.parametrize(
    ("mechanism", "shown", "ends"),
    [
        ("die", "6", {0: "16"}),
        ("two", "4,2", {0: "14", 4: "12", 8: "14"}),
        ("two", "5,2", {0: "15", 4: "12", 8: "14"}),
        ("owed", "5,2", {0: "15", 4: "12"}),
        ("chain", "5", {0: "15"}),
        ("chain", "6,2", {0: "14"}),
        ("bag", "5,2", {1: "12", 2: "15", 3: "14"}),
        ("spinner", "6", {0: "16"}),
        ("cards", "5,6", {16: "15", 20: "16"}),
    ],
)
def test_sweep(mechanism, shown, ends):
    """Only combined dice stop at an enemy on their way; a single die passes it."""
    env = given(race(mechanism, sweep()), f"p0=10,f,f,f p1=1 turn=0 dice={shown}")
    expect(env, legal=set(ends))
    for action, end in ends.items():
        assert env.describe(action).split(" to ")[-1].split(",")[0] == end
