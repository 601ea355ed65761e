"""The rule `doubles_roll_again`.

A throw of equal dice earns another roll; the third in a row may end the turn unplayed.
"""

import pytest
from mechanism_races import given, race
from positions import expect

from ludo_env import SpecError
from ludo_env.rules import doubles_roll_again


@pytest.mark.parametrize(
    ("mechanism", "rolls", "doubles"),
    [
        ("two", [4, 4], 1),
        ("two", [4, 3], 0),
        ("owed", [5, 5], 1),
        ("bag", [3, 3], 1),
        ("bag", [3, 2], 0),
        ("bag", [6, 6, 2, 2], 1),
        ("bag", [6, 6, 6, 2], 0),
    ],
)
def test_doubles_roll_again(mechanism, rolls, doubles):
    """Equal dice in the last throw are a double."""
    env = given(race(mechanism, doubles_roll_again()), "p0=20,30 turn=0", rolls)
    expect(env, turn=0, doubles=doubles)


def test_doubles_roll_again_refuses():
    """The effect of the third double is one of some words."""
    with pytest.raises(SpecError, match=r"doubles_roll_again\.third is one of .*, not"):
        race("two", doubles_roll_again(third="none")).check()
