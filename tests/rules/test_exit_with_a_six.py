"""The rule `exit_with_a_six`.

A piece leaves the house with one six, never with a sum; other dice may carry it on.
"""

import pytest
from mechanism_races import given, race
from positions import expect

from ludo_env.rules import (
    exit_with_a_six,
)


@pytest.mark.parametrize(
    ("mechanism", "shown", "ends"),
    [
        ("die", "6", {3: "0"}),
        ("die", "5", {4: ""}),
        ("two", "6,3", {3: "0", 11: "3"}),
        ("two", "4,2", {12: ""}),
        ("owed", "6,3", {3: "0", 11: "3"}),
        ("owed", "4,2", {20: ""}),
        ("chain", "6,3", {3: "3"}),
        ("chain", "6,6,1", {3: "7"}),
        ("bag", "6,3", {136: "0", 138: "3"}),
        ("spinner", "6", {3: "0"}),
        ("cards", "6,3", {23: "0"}),
    ],
)
def test_exit_with_a_six(mechanism, shown, ends):
    """It takes one six, never a sum; other dice played with it carry the piece on."""
    env = given(race(mechanism, leave=exit_with_a_six()), f"p0=f,f,f,y turn=0 dice={shown}")
    expect(env, legal=set(ends))
    for action, end in ends.items():
        assert end in ("", env.describe(action).split(" to ")[-1])
