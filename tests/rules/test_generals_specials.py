"""Garrisoning, the Offensive Special and conversion: D-40 to D-48."""

import pytest
from generals_positions import (
    BOTH,
    BOTTOM,
    DICE,
    MOAT,
    OUTSIDE,
    TOP,
    TOP_LEFT,
    TOP_RIGHT,
    do,
    expect,
    generals,
    legal_words,
    units,
)
from positions import play, words_of

# Special moves


@pytest.mark.parametrize("die", DICE)
@BOTH
def test_garrisoning_needs_a_six(die, turn, side):
    """D-40: no other die offers it."""
    env = generals(f"turn={turn} die={die}")
    assert any(word[0] == "G" for word in legal_words(env)) == (die == 6)


def test_garrisoning_once_each():
    """D-40: each side has it once; what one has used does not matter to the other."""
    env = generals("A=00,01 D=99,98 turn=0 die=6", rolls=[6, 6, 6])
    do(env, "G00", "T22")
    expect(env, garrison="D", turn=1)
    assert {"G98", "G99"} <= set(legal_words(env))
    do(env, "G99", "T77")
    expect(env, garrison="-", turn=0, A="01,22", D="77,98", legal="01>61 01>07 22>82 22>28")
    do(env, "01>07")
    expect(env, turn=1, legal="77>17 77>71 98>38 98>92")


def test_distance_and_path_do_not_matter():
    """D-40: over everything that stands around, from corner to corner."""
    env = generals("A=00,01,10,11 D=95 turn=0 die=6", rolls=[1])
    do(env, "G00", "T96")
    expect(env, A="01,10,11,96", D="95", turn=1, hits=0)


def test_garrisoning_of_the_defender():
    """D-40, D-41: it goes by its own garrisons, and ends outside all four and the General."""
    env = generals("A=05,29 D=90,00,51 turn=1 die=6", rolls=[1])
    expect(env, legal="00>60 90>30 90>96 G90")
    do(env, "G90")
    targets = set(OUTSIDE) - TOP - BOTTOM - {"05", "51"}
    expect(env, legal=" ".join(f"T{cell}" for cell in targets), turn=1, phase="garrison")
    do(env, "T46")
    expect(env, D="46,00,51", A="05,29", garrison="A", turn=0, die=1)


def test_garrisoning_cannot_be_taken_back():
    """D-61, D-40: only targets are left then; the right is used up by what follows."""
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
    """D-41, D-42: any empty Moat cell may be the target; nobody intercepts, nothing is hit."""
    guard = "33" if cell != "33" else "66"
    env = generals(f"A=00,59 D={guard},99 turn=0 die=6", rolls=[1])
    do(env, "G00", f"T{cell}")
    expect(env, A=f"{cell},59", D=f"{guard},99", hits=0, turn=1, phase="move", die=1)


def test_a_garrisoned_unit_guards():
    """D-42, D-31: a Defender that was brought to the Moat intercepts from then on."""
    env = generals("A=42,00 D=99,98 turn=1 die=6", rolls=[2, 1])
    do(env, "G99", "T66")
    expect(env, turn=0, die=2, phase="move", A="42,00")
    do(env, "42>44")
    expect(env, A="00", D="98", hits=0)


@pytest.mark.parametrize("count", range(5))
def test_how_many_defenders_may_still_shoot(count):
    """D-43: none, one or two units on the board; with three there is no Offensive Special."""
    defenders = ",".join(["99", "97", "79", "90"][:count])
    position = f"A=33,46,00 D={defenders} turn=1 die=1"
    if not count:
        position = "A=33,46,00 turn=1 die=1"
    env = generals(position)
    shots = {word for word in legal_words(env) if word[0] == "T"}
    assert shots == ({"T33", "T46"} if count < 3 else set())


@pytest.mark.parametrize("die", DICE)
def test_shooting_needs_a_one(die):
    """D-43: with another die it is not offered."""
    env = generals(f"A=33,46,00 D=99 turn=1 die={die}")
    assert any(word[0] == "T" for word in legal_words(env)) == (die == 1)


@pytest.mark.parametrize("attackers", ["00,42", "00,22", "00,57"])
def test_only_in_the_moat(attackers):
    """D-43: Attackers elsewhere are no targets, however near."""
    expect(generals(f"A={attackers} D=99 turn=1 die=1"), legal="99>89 99>98")


def test_the_attacker_has_no_such_special():
    """D-43: it is the Defender's alone."""
    env = generals("A=00 D=33,66 turn=0 die=1")
    expect(env, legal="00>01 00>10")


def test_converted_units_count():
    """D-43, D-47: with a converted unit the Defender has three, and may not shoot."""
    env = generals("A=00,33,59 D=13,99 turn=1 die=3", rolls=[1, 1])
    do(env, "13>10", "59>58")
    expect(env, turn=1, die=1, A="33,58", D="00,10,99")
    assert not [word for word in legal_words(env) if word[0] == "T"]


def test_after_the_shot():
    """D-44: no roll, and no other player: a 1 is still to be moved, maybe to the freed cell."""
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
    """D-44: under `offensive_consumes_turn` it is the Attacker's turn after the shot."""
    env = generals("A=33,66,00 D=84,99 turn=1 die=1", rolls=[3], offensive_consumes_turn=True)
    assert {"T33", "T66", "84>74"} <= set(legal_words(env))
    do(env, "T66")
    expect(env, A="00,33", D="84,99", turn=0, die=3, shot=0)


def test_specials_need_not_be_used():
    """D-45: an ordinary move may be made instead, and the special waits for another time."""
    env = generals("A=33,00 D=99 turn=1 die=1", rolls=[6, 1, 6])
    do(env, "99>98")
    expect(env, shot=1, turn=0, legal="00>60 00>06 33>93 33>39 G00")
    do(env, "00>06")
    expect(env, garrison="AD", turn=1, legal="98>88 98>97 98>99 T33")


# Conversion


@pytest.mark.parametrize(("start", "end"), [("13", "10"), ("40", "20"), ("16", "18"), ("59", "29")])
def test_entering_from_outside(start, end):
    """D-46: into either garrison of the Attacker, by row or by column."""
    corner = TOP_LEFT if end in TOP_LEFT else TOP_RIGHT
    victim = "01" if corner is TOP_LEFT else "08"
    die = abs(int(end[0]) - int(start[0])) + abs(int(end[1]) - int(start[1]))
    env = generals(f"A={victim},75 D={start} turn=1 die={die}", rolls=[2])
    do(env, f"{start}>{end}")
    expect(env, A="75", D=f"{victim},{end}", turn=0, phase="move", die=2)


@pytest.mark.parametrize("count", range(5))
def test_how_many_are_left_in_the_garrison(count):
    """D-46: with none nothing happens, one is converted, of more one is chosen."""
    inside = ["00", "01", "02", "11"][:count]
    env = generals(f"A={','.join([*inside, '59'])} D=50 turn=1 die=3", rolls=[1])
    do(env, "50>20")
    if count < 2:
        expect(env, A="59", D=",".join(["20", *inside]), phase="move", turn=0)
        return
    expect(env, phase="convert", turn=1, legal=" ".join(f"T{cell}" for cell in inside))
    assert words_of(env)["from"] == "2,0"
    do(env, f"T{inside[-1]}")
    rest = ",".join([*inside[:-1], "59"])
    expect(env, A=rest, D=f"20,{inside[-1]}", phase="move", turn=0, die=1)


def test_only_that_garrison():
    """D-46: units in the Attacker's other garrison, or nearby, are not counted."""
    env = generals("A=07,09,03,12 D=50 turn=1 die=3", rolls=[1])
    do(env, "50>20")
    expect(env, A="07,09,03,12", D="20", phase="move", turn=0)
    env = generals("A=00,07,08,59 D=50 turn=1 die=3", rolls=[1])
    do(env, "50>20")
    expect(env, A="07,08,59", D="00,20", phase="move", turn=0)


def test_from_one_garrison_into_the_other():
    """D-46: who comes from the other garrison comes from outside."""
    env = generals("A=00,08,59 D=07 turn=1 die=5", rolls=[1])
    do(env, "07>02")
    expect(env, A="08,59", D="00,02", phase="move", turn=0)


@pytest.mark.parametrize(
    ("attackers", "left", "gained"),
    [("10,59", "59", ""), ("10,00,59", "59", "00"), ("10,18,59", "18,59", "")],
)
def test_the_unit_killed_on_landing_does_not_count(attackers, left, gained):
    """D-46: only who is still there after the move is counted."""
    env = generals(f"A={attackers} D=13 turn=1 die=3", rolls=[2])
    do(env, "13>10")
    expect(env, A=left, D=f"10 {gained}", phase="move", turn=0)


def test_a_kill_and_a_choice():
    """D-46: with the killed one gone, of two others one is chosen."""
    env = generals("A=10,00,20,59 D=13 turn=1 die=3", rolls=[2])
    do(env, "13>10")
    expect(env, legal="T00 T20", A="00,20,59", D="10", phase="convert")
    do(env, "T20")
    expect(env, A="00,59", D="10,20", phase="move", turn=0)


@pytest.mark.parametrize(("flag", "left", "gained"), [(False, "00,09", ""), (True, "09", "00")])
def test_moving_inside(flag, left, gained):
    """D-46: it converts nothing, except under `convert_inside`."""
    env = generals("A=00,09 D=20 turn=1 die=1", rolls=[2], convert_inside=flag)
    do(env, "20>10")
    expect(env, A=left, D=f"10 {gained}", phase="move", turn=0)


def test_a_choice_inside():
    """D-46: under `convert_inside` the unit killed inside is not counted either."""
    env = generals("A=10,00,01,59 D=20 turn=1 die=1", rolls=[2], convert_inside=True)
    do(env, "20>10")
    expect(env, legal="T00 T01", phase="convert")


def test_leaving_converts_nothing():
    """D-46: not the move out of a garrison, nor one past it, nor one into an own garrison."""
    for position, move in (
        ("A=00,01,59 D=20 turn=1 die=1", "20>30"),
        ("A=00,01,59 D=03 turn=1 die=1", "03>13"),
        ("A=90,91,59 D=40 turn=1 die=3", "40>70"),
    ):
        env = generals(position, rolls=[2])
        attackers = ",".join(units(env, "A"))
        do(env, move)
        expect(env, A=attackers, D=move[3:], phase="move", turn=0)


@pytest.mark.parametrize("flag", [False, True])
def test_the_attacker_converts_nobody(flag):
    """D-47: an Attacker in a garrison of the Defender, or back in their own, changes nobody."""
    env = generals("A=40 D=90,91,99 turn=0 die=3", rolls=[1], convert_inside=flag)
    do(env, "40>70")
    expect(env, A="70", D="90,91,99", phase="move", turn=1)
    env = generals("A=40 D=00,01 turn=0 die=2", rolls=[1], convert_inside=flag)
    do(env, "40>20")
    expect(env, A="20", D="00,01", phase="move", turn=1)


def test_converting_again_and_again():
    """D-47, D-48: out and in again converts the next; a converted unit is a Defender for good."""
    env = generals("A=00,01,59 D=30 turn=1 die=1", rolls=[1, 1, 1, 1])
    do(env, "30>20", "T00", "59>58")
    expect(env, turn=1, D="00,20", legal="00>10 00>01 20>10 20>30 20>21")
    do(env, "20>30", "58>59", "30>20")
    expect(env, A="59", D="00,01,20", phase="move", turn=0)


def test_a_converted_unit_moves_like_any_other():
    """D-48: from the Defender's next turn on; inside the garrison it converts nobody."""
    env = generals("A=00,02,59 D=30 turn=1 die=1", rolls=[1, 1, 1])
    do(env, "30>20", "T00", "59>58", "00>01")
    expect(env, A="02,58", D="01,20", phase="move", turn=0)
    do(env, "02>01")
    expect(env, A="01,58", D="20", turn=1)


def test_more_defenders_than_at_the_start():
    """D-46, D-47: conversions may make the Defender more than twelve, which is still seen."""
    start = "70,80,81,90,91,92,79,88,89,97,98"
    env = generals(f"A=00,18,59 D={start},50 turn=1 die=3", rolls=[2])
    do(env, "50>20")
    assert len(units(env, "D")) == 13
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))
