"""The rule `garrisoning`.

Once, with a six, a unit in an own garrison may go to any free cell outside garrisons.
"""

import pytest
from generals_positions import (
    BOTH,
    BOTTOM,
    DICE,
    MOAT,
    OUTSIDE,
    TOP,
    do,
    expect,
    generals,
    legal_words,
)
from positions import play, words_of


@pytest.mark.parametrize("die", DICE)
@BOTH
def test_garrisoning_needs_a_six(die, turn, side):
    """D-40: it is not available with another die."""
    env = generals(f"turn={turn} die={die}")
    assert any(word[0] == "G" for word in legal_words(env)) == (die == 6)


def test_garrisoning_once_each():
    """D-40: each side has it once, independently of the other."""
    env = generals("A=00,01 D=99,98 turn=0 die=6", rolls=[6, 6, 6])
    do(env, "G00", "T22")
    expect(env, garrison="D", turn=1)
    assert {"G98", "G99"} <= set(legal_words(env))
    do(env, "G99", "T77")
    expect(env, garrison="-", turn=0, A="01,22", D="77,98", legal="01>61 01>07 22>82 22>28")
    do(env, "01>07")
    expect(env, turn=1, legal="77>17 77>71 98>38 98>92")


def test_distance_and_path_do_not_matter():
    """D-40: units in between do not matter, from corner to corner."""
    env = generals("A=00,01,10,11 D=95 turn=0 die=6", rolls=[1])
    do(env, "G00", "T96")
    expect(env, A="01,10,11,96", D="95", turn=1, hits=0)


def test_garrisoning_of_the_defender():
    """D-40, D-41: it uses its own garrisons, and ends outside all four and the General."""
    env = generals("A=05,29 D=90,00,51 turn=1 die=6", rolls=[1])
    expect(env, legal="00>60 90>30 90>96 G90")
    do(env, "G90")
    targets = set(OUTSIDE) - TOP - BOTTOM - {"05", "51"}
    expect(env, legal=" ".join(f"T{cell}" for cell in targets), turn=1, phase="garrison")
    do(env, "T46")
    expect(env, D="46,00,51", A="05,29", garrison="A", turn=0, die=1)


def test_garrisoning_cannot_be_taken_back():
    """D-61, D-40: only targets are legal then; the right is used up by the choice of one."""
    env = generals("A=00,01 D=99 turn=0 die=6", rolls=[1])
    do(env, "G01")
    assert {word[0] for word in legal_words(env)} == {"T"}
    assert words_of(env)["from"] == "0,1"
    expect(env, A="00,01", D="99", garrison="AD", phase="garrison", turn=0)
    for word in ("T01", "T10", "T44", "T99", "G00"):
        with pytest.raises(ValueError, match="player_0"):
            play(env, {"T": 500, "G": 400}[word[0]] + int(word[1:]))
    do(env, "T05")
    expect(env, A="00,05", garrison="D")
    assert "from" not in {key for key, word in words_of(env).items() if word != "-"}


@pytest.mark.parametrize("cell", sorted(MOAT))
def test_garrisoning_into_the_moat(cell):
    """D-41, D-42: any empty Moat cell may be the target; there is no interception and no hit."""
    guard = "33" if cell != "33" else "66"
    env = generals(f"A=00,59 D={guard},99 turn=0 die=6", rolls=[1])
    do(env, "G00", f"T{cell}")
    expect(env, A=f"{cell},59", D=f"{guard},99", hits=0, turn=1, phase="move", die=1)


def test_a_garrisoned_unit_guards():
    """D-42, D-31: a Defender that was moved to the Moat intercepts from then on."""
    env = generals("A=42,00 D=99,98 turn=1 die=6", rolls=[2, 1])
    do(env, "G99", "T66")
    expect(env, turn=0, die=2, phase="move", A="42,00")
    do(env, "42>44")
    expect(env, A="00", D="98", hits=0)
