"""The rule `bonus_dice`.

Each die moves a piece, all together only out of the yard; captures and homes owe steps.
"""

import pytest
from mechanism_races import given, race
from positions import expect, legal_set, play

from ludo_env import PositionError, SpecError
from ludo_env.rules import bonus_dice


def test_each_die_moves_a_piece():
    """Each die is played alone, in any order; on the way they are never combined."""
    env = given(race("owed"), "p0=10,f,f,f turn=0 dice=5,2")
    assert {env.describe(action) for action in legal_set(env)} == {
        *("piece 0: 5 from 10 to 15", "piece 0: 2 from 10 to 12"),
    }


def test_a_capture_owes_20_steps():
    """The 20 steps are a number like any other, beside the die that is left."""
    env = given(race("owed"), "p0=10,f,f,f p1=2 turn=0 dice=5,2")
    play(env, 0)
    expect(env, p0="15,f,f,f", p1="", turn=0, dice="-,2,capture")
    said = {env.describe(action) for action in legal_set(env)}
    assert said == {"piece 0: 2 from 15 to 17", "piece 0: 20 for a capture from 15 to 35"}


def test_a_piece_home_owes_10_steps():
    """The 10 steps are for another piece."""
    env = given(race("owed"), "p0=10,h3,f,f turn=0 dice=2,1")
    play(env, 1)
    expect(env, p0="10,f,f,f", turn=0)
    said = {env.describe(action) for action in legal_set(env)}
    assert said == {"piece 0: 1 from 10 to 11", "piece 0: 10 for coming home from 10 to 20"}


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"count": 5}, r"bonus_dice\.count is 2 to 4 dice, not 5"),
        ({"capture": 121}, r"bonus_dice\.capture is 0 to 120 steps, not 121"),
        ({"finish": -1}, r"bonus_dice\.finish is 0 to 120 steps, not -1"),
    ],
)
def test_bonus_dice_refuses(wrong, refusal):
    """Impossible dice and steps are refused."""
    with pytest.raises(SpecError, match=refusal):
        race("owed").replace(bonus_dice(**wrong)).check()


def test_positions_that_cannot_be():
    """The steps that are owed follow the dice."""
    with pytest.raises(PositionError, match="behind 2 dice come capture and "):
        given(race("owed"), "p0=10 turn=0 dice=5,2,6")
