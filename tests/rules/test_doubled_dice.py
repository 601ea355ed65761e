"""`doubled_dice`: each of two dice moves one piece by its number; a double gives four moves."""

import pytest
from positions import described, expect, legal_set, play
from rule_positions import at, race

from ludo_env import PositionError, SpecError
from ludo_env.rules import (
    doubled_dice,
)


def test_a_double_gives_four_moves():
    """Two equal dice count as four; different ones as two."""
    env = at("p0=10 turn=0", die=doubled_dice(), rolls=[4, 4, 1, 2])
    expect(env, dice="4,4,4,4")
    for place in (14, 18, 22):
        play(env, *legal_set(env))
        expect(env, p0=place, turn=0)
    play(env, *legal_set(env))
    expect(env, p0="26", turn=2)


def test_two_dice_are_played_in_any_order():
    """Each die is played alone."""
    env = at("p0=10 turn=0", die=doubled_dice(), rolls=[4, 3])
    expect(env, dice="4,3")
    assert described(env) == {"piece 0: 4 from 10 to 14", "piece 0: 3 from 10 to 13"}


def test_how_many_moves():
    """With `plays=3` a double gives three."""
    expect(at("p0=10 turn=0", die=doubled_dice(plays=3), rolls=[4, 4]), dice="4,4,4")


def test_doubled_dice_refuses():
    """A double gives at least three moves."""
    with pytest.raises(SpecError, match=r"doubled_dice\.plays is 3 to \d+, not 2"):
        race(die=doubled_dice(plays=2)).check()


def test_positions_that_cannot_be():
    """More than two dice must be equal."""
    with pytest.raises(PositionError, match="there are two dice, or up to 4 equal ones"):
        at("p0=10 dice=4,4,3", die=doubled_dice())
