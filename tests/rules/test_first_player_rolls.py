"""The rule `first_player_rolls`.

Everybody rolls in seat order; the highest starts, and those who tie roll again.
"""

import pytest
from positions import expect
from rule_positions import race

from ludo_env import SpecError, loose_ludo_v0
from ludo_env.rules import (
    dice,
    first_player_rolls,
)


def begun(rolls, **how):
    """Return a game with this opening."""
    env = loose_ludo_v0.raw_env(
        race(first_player_rolls(**how), die=dice(count=2)), backend="python"
    )
    env.reset(seed=1, options={"dice": rolls})
    return env


@pytest.mark.parametrize(
    ("rolls", "turn", "thrown"),
    [
        ([2, 5, 3, 1], 2, "3,1"),
        ([5, 2, 3, 1], 0, "3,1"),
        ([4, 4, 6, 1, 3, 2], 0, "3,2"),  # a tie is thrown again
    ],
)
def test_the_highest_begins(rolls, turn, thrown):
    """The first turn has new dice."""
    expect(begun(rolls), turn=turn, dice=thrown)


def test_sums():
    """With `count=2` each throws two dice."""
    expect(begun([1, 6, 4, 4, 3, 1], count=2), turn=2, dice="3,1")


def test_kept():
    """With `count=2` each player throws two dice."""
    expect(begun([2, 5], kept=True), turn=2, dice="5,2")


def test_first_player_rolls_refuses():
    """Kept dice are allowed only for one die of each of two players."""
    with pytest.raises(
        SpecError, match=r"kept dice are one of each of two players, not 2 of each of 2"
    ):
        race(first_player_rolls(count=2, kept=True), die=dice(count=2)).check()
