"""The rule `offensive_special`.

Once, with a one and fewer than 3 units, the Defender removes an Attacker in the Moat.
"""

import pytest
from generals_positions import (
    DICE,
    do,
    expect,
    generals,
    legal_words,
)


@pytest.mark.parametrize("count", range(5))
def test_how_many_defenders_may_still_shoot(count):
    """D-43: with none, one or two units on the board; with three there is no Offensive Special."""
    defenders = ",".join(["99", "97", "79", "90"][:count])
    position = f"A=33,46,00 D={defenders} turn=1 die=1"
    if not count:
        position = "A=33,46,00 turn=1 die=1"
    env = generals(position)
    shots = {word for word in legal_words(env) if word[0] == "T"}
    assert shots == ({"T33", "T46"} if count < 3 else set())


@pytest.mark.parametrize("die", DICE)
def test_shooting_needs_a_one(die):
    """D-43: with another die it is not available."""
    env = generals(f"A=33,46,00 D=99 turn=1 die={die}")
    assert any(word[0] == "T" for word in legal_words(env)) == (die == 1)


@pytest.mark.parametrize("attackers", ["00,42", "00,22", "00,57"])
def test_only_in_the_moat(attackers):
    """D-43: Attackers elsewhere are not targets, however near they are."""
    expect(generals(f"A={attackers} D=99 turn=1 die=1"), legal="99>89 99>98")


def test_the_attacker_has_no_such_special():
    """D-43: only the Defender has it."""
    env = generals("A=00 D=33,66 turn=0 die=1")
    expect(env, legal="00>01 00>10")


def test_converted_units_count():
    """D-43, D-47: with a converted unit the Defender has three, and may not shoot."""
    env = generals("A=00,33,59 D=13,99 turn=1 die=3", rolls=[1, 1])
    do(env, "13>10", "59>58")
    expect(env, turn=1, die=1, A="33,58", D="00,10,99")
    assert not [word for word in legal_words(env) if word[0] == "T"]


def test_after_the_shot():
    """D-44: without a roll or a turn of the other player, a 1 is still to be moved."""
    env = generals("A=33,00 D=34,99 turn=1 die=1", rolls=[4])
    do(env, "T33")
    expect(env, turn=1, die=1, A="00", legal="34>24 34>33 34>35 99>89 99>98")
    do(env, "34>33")
    expect(env, turn=0, die=4, D="33,99", shot=0)


def test_a_shot_of_a_defender_without_units():
    """D-44: with nothing to move the turn ends; the die is not rolled again for the player."""
    env = generals("A=33,34,00 turn=1", rolls=[3, 1, 5, 2])
    expect(env, die=1, legal="T33 T34")
    do(env, "T34")
    expect(env, turn=0, die=5, A="00,33", shot=0)
    assert env.agent_selection == "player_0"


def test_conversion_after_the_shot():
    """D-44, D-46: the move after the shot is an ordinary one, and may convert."""
    env = generals("A=33,00,59 D=30,99 turn=1 die=1", rolls=[2])
    do(env, "T33", "30>20")
    expect(env, A="59", D="00,20,99", turn=0, die=2)


def test_a_shot_that_uses_the_turn():
    """D-44: under `offensive_consumes_turn` the Attacker is to act after the shot."""
    env = generals("A=33,66,00 D=84,99 turn=1 die=1", rolls=[3], offensive_consumes_turn=True)
    assert {"T33", "T66", "84>74"} <= set(legal_words(env))
    do(env, "T66")
    expect(env, A="00,33", D="84,99", turn=0, die=3, shot=0)


def test_specials_need_not_be_used():
    """D-45: an ordinary move may be made instead, and the special remains available."""
    env = generals("A=33,00 D=99 turn=1 die=1", rolls=[6, 1, 6])
    do(env, "99>98")
    expect(env, shot=1, turn=0, legal="00>60 00>06 33>93 33>39 G00")
    do(env, "00>06")
    expect(env, garrison="AD", turn=1, legal="98>88 98>97 98>99 T33")
