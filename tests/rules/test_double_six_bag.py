"""The rule `double_six_bag`.

Two dice are thrown, again after each 6+6; then the dice are played alone or together.
"""

import pytest
from mechanism_races import given, race
from positions import expect, legal_set, play

from ludo_env import PositionError


def test_two_dice_and_again_after_two_sixes():
    """All dice thrown are in the bag, sixes first."""
    expect(given(race("bag"), "p0=20 turn=0", [2, 3]), dice="3,2")
    expect(given(race("bag"), "p0=20 turn=0", [6, 6, 2, 3]), dice="6,6,3,2")


def test_dice_are_played_alone_or_together():
    """Three and two give 2, 3, or 5."""
    env = given(race("bag"), "p0=20,f,f,f turn=0 dice=3,2")
    assert {action: env.describe(action) for action in legal_set(env)} == {
        1: "piece 0: 2 from 20 to 22",
        2: "piece 0: 3 from 20 to 23",
        3: "piece 0: 3+2 combined from 20 to 25",
    }
    play(env, 2)
    expect(env, p0="23,f,f,f", turn=0, dice="2")


@pytest.mark.parametrize(
    ("dice", "refusal"),
    [("1,2,3", "a bag holds sixes and at most two other dice"), ("7,1", "a die shows 1..6, not 7")],
)
def test_bags_that_cannot_be(dice, refusal):
    """Three dice without sixes, and numbers that no die has, are refused."""
    with pytest.raises(PositionError, match=refusal):
        given(race("bag"), f"p0=20 turn=0 dice={dice}")
