"""The rule `number_rolls_again`.

A throw with a six on any die earns one more, also if nothing could be played.
"""

import pytest
from mechanism_races import given, race
from positions import expect

from ludo_env import SpecError
from ludo_env.rules import number_rolls_again


@pytest.mark.parametrize(
    ("mechanism", "rolls", "thrown"),
    [
        ("die", [6], 1),
        ("die", [5], 0),
        ("two", [2, 6], 1),
        ("two", [5, 1], 0),
        ("chain", [6, 6, 6], 1),
        ("chain", [6, 2], 0),  # the last throw of the chain
        ("bag", [6, 2], 1),
        ("bag", [6, 6, 3, 2], 0),  # again the last throw
        ("spinner", [6], 1),  # the sixth value is a six
        ("spinner", [7], 0),  # and the seventh goes two steps back
    ],
)
def test_number_rolls_again(mechanism, rolls, thrown):
    """A six in the last throw earns another, whichever mechanism shows it."""
    env = given(race(mechanism, number_rolls_again()), "p0=20,30 turn=0", rolls)
    expect(env, turn=0, thrown=thrown)


def test_number_rolls_again_refuses():
    """The number must be on a die."""
    with pytest.raises(SpecError, match=r"number_rolls_again\.number is a face 1\.\.120, not 0"):
        race("die", number_rolls_again(number=0)).check()
