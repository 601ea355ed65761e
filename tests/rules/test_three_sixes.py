"""`three_sixes`: a player who rolls three sixes in a row loses the third and the turn."""

import pytest
from mechanism_races import given, race
from positions import expect

from ludo_env import SpecError
from ludo_env.rules import (
    spinner,
    three_sixes,
)


def test_three_sixes_on_a_spinner_with_other_values():
    """The value six counts, not the sixth outcome of the wheel."""
    spec = race("spinner", three_sixes()).replace(spinner(values=(6, 1, 2, 3, 4, 5)))
    expect(given(spec, "p0=20,30 turn=0 sixes=2,0,0,0", [1]), turn=1)
    expect(given(spec, "p0=20,30 turn=0 sixes=2,0,0,0", [6]), turn=0, sixes="0,0,0,0")


def test_three_sixes_refuses():
    """The reset of the count is one of some words."""
    with pytest.raises(SpecError, match=r"sixes_reset is one of .*, not"):
        race("die", three_sixes(reset="never")).check()


def test_the_third_six_is_lost():
    """With a die the turn goes on after the second six, and ends with the third."""
    expect(given(race("die", three_sixes()), "p0=20,30 turn=0 sixes=1,0,0,0", [6]), turn=0)
    env = given(race("die", three_sixes()), "p0=20,30 turn=0 sixes=2,0,0,0", [6, 3])
    expect(env, p0="20,30", turn=1, dice=3)
