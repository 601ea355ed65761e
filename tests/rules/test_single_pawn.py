"""The rule `single_pawn`.

With one piece in play, and nothing to bring out or buy, the most dice go together on it.
"""

from dataclasses import replace

import pytest
from mechanism_races import given, race
from positions import expect

from ludo_env import SpecError
from ludo_env.rules import (
    dice,
    single_pawn,
)


@pytest.mark.parametrize(
    ("mechanism", "shown", "pieces", "legal"),
    [
        ("die", "2", "10", {0}),
        ("two", "3,1", "10", {8}),
        ("two", "3,1", "10,12", {0, 1, 4, 5, 8, 9}),
        ("two", "6,1", "10,f,f,y", {0, 3, 4, 8}),
        ("two", "-,1", "10", {4}),
        ("owed", "3,1", "10", {0, 4}),
        ("chain", "6,3", "10", {0}),
        ("bag", "3,1", "10", {3}),
        ("bag", "6,1", "10,f,f,y", {2, 4, 6, 136}),
        ("spinner", "2", "10", {0}),
    ],
)
def test_single_pawn(mechanism, shown, pieces, legal):
    """With no piece to bring out, the only piece in play takes as many dice as it can."""
    spec = race(mechanism, single_pawn())
    expect(given(spec, f"p0={pieces} turn=0 dice={shown}"), legal=legal)


def test_single_pawn_with_two_dice_only():
    """`scope="two"` has no effect while more than two dice are left."""
    three = replace(race("two", single_pawn(scope="two")), name="three dice").replace(
        dice(count=3, together=True)
    )
    expect(given(three, "p0=10 turn=0 dice=1,2,4"), legal={0, 4, 8, 12})
    every = three.replace(single_pawn())
    expect(given(every, "p0=10 turn=0 dice=1,2,4"), legal={12})
    assert given(every, "p0=10 turn=0 dice=1,2,4").explain(0).startswith("single_pawn: ")


def test_single_pawn_refuses():
    """The scope is one of some words."""
    with pytest.raises(SpecError, match=r"single_pawn_scope is one of all, two, not"):
        race("two", single_pawn(scope="one")).check()
