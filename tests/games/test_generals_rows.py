"""The worked positions of Generals, one test each."""
# ruff: noqa: N802  (a test bears the name of its position)

import pytest
from generals_positions import (
    BOTTOM,
    CELLS,
    GENERAL,
    TOP,
    do,
    expect,
    generals,
    legal_words,
    rerolls,
    units,
    winner,
)
from positions import legal_set, over, play, words_of


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(("die", "count"), [(1, 12), (2, 12), (3, 12), (4, 12), (5, 10), (6, 8)])
def test_D_T01_the_start(turn, die, count):
    """D-T01: twelve units each on their garrison cells, and the number of moves with each die."""
    env = generals(f"turn={turn} die={die}")
    assert (set(units(env, "A")), set(units(env, "D"))) == (TOP, BOTTOM)
    garrisoning = {word for word in legal_words(env) if ">" not in word}
    assert len(legal_words(env)) == count + len(garrisoning)
    assert garrisoning == ({f"G{cell}" for cell in (TOP, BOTTOM)[turn]} if die == 6 else set())


def test_D_T02_a_six_at_the_start():
    """D-T02: eight of the Attacker's units can go six cells; all twelve can be taken."""
    env = generals("turn=0 die=6")
    moves = "02>62 07>67 11>17 11>71 18>12 18>78 20>26 29>23 "
    expect(env, legal=moves + " ".join(f"G{cell}" for cell in TOP))


def test_D_T04_captures():
    """D-T04: a unit at the end of the way is captured; a unit on the way stops the move."""
    env = generals("A=00 D=03 turn=0 die=3")
    expect(env, legal="00>03 00>30")
    do(env, "00>03")
    expect(env, A="03", D="", hits=0)
    env = generals("A=00 D=02 turn=0 die=3")
    expect(env, legal="00>30")


def test_D_T05_no_stacking():
    """D-T05: no unit goes where one of its own side stands."""
    env = generals("A=00,02 turn=0 die=2")
    expect(env, legal="00>20 02>04 02>22")


def test_D_T06_through_the_moat():
    """D-T06: (2,3) to (4,3) leads through the Moat cell (3,3)."""
    env = generals("A=23 turn=0 die=2")
    expect(env, legal="23>03 23>21 23>25 23>43")


@pytest.mark.parametrize(
    ("position", "legal"),
    [
        ("A=42 turn=0 die=2", "42>22 42>40 42>62 42>44"),
        ("A=42 turn=0 die=3", "42>12 42>72"),
        ("A=42 turn=0 die=5", "42>92"),
        ("A=09 D=42 turn=1 die=2", "42>22 42>40 42>62"),
    ],
)
def test_D_T07_the_general_on_the_line(position, legal):
    """D-T07: only the Attacker, and only with the exact die, goes to the General."""
    expect(generals(position), legal=legal)


def test_D_T08_a_hit():
    """D-T08: no Defender in the Moat: one hit, and the attacking unit is gone."""
    env = generals("A=42,00 D=99 turn=0 die=2", rolls=[3])
    expect(env, legal="42>22 42>40 42>62 42>44 00>02 00>20")
    do(env, "42>44")
    expect(env, A="00", D="99", hits=1, turn=1, phase="move", die=3)


def test_D_T09_an_interception():
    """D-T09: the Defender in the Moat dies instead of the General being hit."""
    env = generals("A=42,00 D=66,99 turn=0 die=2", rolls=[3])
    do(env, "42>44")
    expect(env, A="00", D="99", hits=0, turn=1, phase="move", die=3)


@pytest.mark.parametrize(
    ("die", "legal"), [(2, "42>22 42>40 42>62"), (1, "42>43 42>32 42>52 42>41")]
)
def test_D_T11_a_defender_in_the_way(die, legal):
    """D-T11: a Defender on (4,3) stops the attack from (4,2), and may itself be captured."""
    expect(generals(f"A=42 D=43 turn=0 die={die}"), legal=legal)


@pytest.mark.parametrize(("before", "after", "side"), [(2, 3, "A"), (1, 2, "D")])
def test_D_T13_the_last_unit_attacks(before, after, side):
    """D-T13: with the third hit the last unit wins; with the second hit it loses."""
    env = generals(f"A=43 D=99 turn=0 die=1 hits={before}")
    do(env, "43>44")
    assert over(env)
    assert winner(env) == side
    expect(env, A="", D="99", hits=after)


def test_D_T15_a_fight_in_the_moat():
    """D-T15: from Moat to Moat a unit is killed as anywhere else; the General is not hit."""
    env = generals("A=33,00 D=34,99 turn=0 die=1", rolls=[2])
    do(env, "33>34")
    expect(env, A="00,34", D="99", hits=0, turn=1)


def test_D_T16_garrisoning():
    """D-T16: a unit of the own garrison to one of 71 cells, once in a game."""
    env = generals("A=00,05 D=99 turn=0 die=6", rolls=[1, 6])
    expect(env, legal="00>60 G00", garrison="AD")
    do(env, "G00")
    assert env.agent_selection == "player_0"
    targets = set(CELLS) - TOP - BOTTOM - GENERAL - {"05"}
    assert "33" in targets
    assert len(targets) == 71
    expect(env, legal=" ".join(f"T{cell}" for cell in targets), phase="garrison")
    do(env, "T33")
    expect(env, A="33,05", D="99", garrison="D", phase="move", turn=1, die=1)
    do(env, "99>98")
    expect(env, turn=0, die=6, legal="33>93 33>39")


def test_D_T18_the_offensive_special():
    """D-T18: one Attacker in the Moat is removed, and the same 1 is still to be moved."""
    env = generals("A=33,66,00 D=84,99 turn=1 die=1", rolls=[5])
    moves = "84>74 84>94 84>83 84>85 99>89 99>98"
    expect(env, legal=f"{moves} T33 T66")
    do(env, "T33")
    assert env.agent_selection == "player_1"
    expect(env, legal=moves, A="00,66", D="84,99", turn=1, die=1, shot=0, phase="move")
    do(env, "99>98")
    expect(env, A="00,66", D="84,98", turn=0, die=5)


@pytest.mark.parametrize(
    ("rest", "legal"),
    [
        ("D=84,90,99 die=1", "84>74 84>94 84>83 84>85 99>89 99>98 90>80 90>91"),
        ("D=84,99 die=2", "84>64 84>82 84>86 99>79 99>97"),
        ("D=84,99 die=1 shot=0", "84>74 84>94 84>83 84>85 99>89 99>98"),
    ],
)
def test_D_T19_no_offensive_special(rest, legal):
    """D-T19: not with three units, not with another die than 1, and not twice."""
    expect(generals(f"A=33,66,00 turn=1 {rest}"), legal=legal)


def test_D_T21_a_conversion():
    """D-T21: the only unit in the garrison that was entered becomes the Defender's."""
    env = generals("A=00,59 D=13,99 turn=1 die=3", rolls=[2])
    do(env, "13>10")
    expect(env, A="59", D="00,10,99", turn=0, phase="move", die=2)


def test_D_T22_a_choice_of_conversions():
    """D-T22: of two units in the garrison the Defender chooses one."""
    env = generals("A=00,01,59 D=13 turn=1 die=3", rolls=[2])
    do(env, "13>10")
    assert env.agent_selection == "player_1"
    expect(env, legal="T00 T01", A="00,01,59", D="10", phase="convert", turn=1)
    do(env, "T01")
    expect(env, A="00,59", D="01,10", phase="move", turn=0, die=2)


def test_D_T24_already_inside():
    """D-T24: a move inside the garrison converts nothing."""
    env = generals("A=00,09 D=20 turn=1 die=1", rolls=[2])
    do(env, "20>10")
    expect(env, A="00,09", D="10", phase="move", turn=0)


@pytest.mark.parametrize(
    ("garrison", "rolls", "die", "count", "legal"),
    [
        ("D", [4, 6, 2, 1], 1, 3, "00>01 00>10"),
        ("AD", [4, 6, 2, 1], 6, 1, "G00"),
        ("AD", [4, 2, 3, 5, 1, 6], 1, 4, "00>01 00>10"),
    ],
)
def test_D_T26_rolls_without_an_action(garrison, rolls, die, count, legal):
    """D-T26: the die is rolled again until an action is possible; garrisoning is an action."""
    env = generals(f"A=00 D=01,10,99 garrison={garrison} turn=0", rolls=rolls)
    expect(env, legal=legal, die=die, turn=0)
    assert rerolls(env) == count


@pytest.mark.parametrize("die", [1, 2, 4, 5])
def test_D_T27_dead_turns(die):
    """D-T27: without a unit the Defender is never asked; the die is the Attacker's next one."""
    env = generals(f"A=59,00 turn=0 die={die}", rolls=[3])
    for action in legal_set(env):
        twin = env.clone()
        play(twin, action)
        assert twin.agent_selection == "player_0"
        expect(twin, turn=0, die=3, phase="move")


@pytest.mark.parametrize("seed", range(8))
def test_D_T28_the_toss(seed):
    """D-T28: the winner of the toss may only choose; a Defender lets the other player begin."""
    env = generals(seed=seed, role_choice="choose")
    assert legal_set(env) == {600, 601}
    chooser = int(env.agent_selection[-1])
    expect(env, phase="toss", turn=chooser, attacker="-")
    play(env, 601)
    assert env.agent_selection == f"player_{1 - chooser}"
    expect(env, phase="move", attacker=1 - chooser, turn=1 - chooser)
    assert int(words_of(env)["die"]) in range(1, 7)
