"""The clauses of Generals, each by a position or by many of a kind."""

from itertools import product

import numpy as np
import pytest
from generals_positions import (
    BESIEGED,
    BOTH,
    DICE,
    DIRECTIONS,
    GENERAL,
    MOAT,
    OUTSIDE,
    ahead,
    board,
    do,
    expect,
    generals,
    in_full,
    in_words,
    legal_words,
    lists,
    rerolls,
    turn_to,
    units,
    winner,
)
from positions import legal_set, over, play, words_of

from ludo_env import generals_v0


def uneven(counts):
    """Return chi-square for counts that should be equal."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


# Board


def test_the_start():
    """D-5: twelve units on the garrison cells of each side, and nothing else."""
    top = "AAA....AAA/AA......AA/A........A"
    empty = "/".join([".........."] * 4)
    bottom = "D........D/DD......DD/DDD....DDD"
    for flags in ({}, {"role_choice": "random"}, {"role_choice": "fixed"}):
        env = generals(**flags)
        expect(env, board=f"{top}/{empty}/{bottom}", hits=0, garrison="AD", shot=1)


def test_the_general_is_no_unit():
    """D-6: it is on no board, moves nowhere, and is not counted as a unit of the Defender."""
    env = generals("A=33,00 D=97,99 turn=1 die=1")
    expect(env, legal="97>87 97>96 97>98 99>89 99>98 T33", D="97,99")
    env = generals("A=42,00 turn=0 die=2", rolls=[3])
    do(env, "42>44")
    expect(env, A="00", D="", hits=1, turn=0)


# Roles and turns


def test_the_winner_of_the_toss_chooses():
    """D-10: either player may win the toss, and takes the role that they name."""
    env, winners = generals(), []
    for seed in range(200):
        env.reset(seed=seed)
        chooser = int(env.agent_selection[-1])
        winners.append(chooser)
        expect(env, legal="ATTACKER DEFENDER", phase="toss", turn=chooser, attacker="-")
        do(env, "DEFENDER" if seed % 2 else "ATTACKER")
        attacker = 1 - chooser if seed % 2 else chooser
        expect(env, phase="move", attacker=attacker, turn=attacker)
        assert env.agent_selection == f"player_{attacker}"
    assert uneven([winners.count(0), winners.count(1)]) < 15


def test_roles_at_random():
    """D-10: under role_choice="random" there is no choice, and each attacks in half the games."""
    env, attackers = generals(role_choice="random"), []
    for seed in range(200):
        env.reset(seed=seed)
        words = words_of(env)
        assert (words["phase"], words["turn"]) == ("move", words["attacker"])
        attackers.append(words["attacker"])
    assert uneven([attackers.count("0"), attackers.count("1")]) < 15


def test_fixed_roles():
    """D-10: under role_choice="fixed" player 0 attacks in every game."""
    env = generals(role_choice="fixed")
    for seed in range(30):
        env.reset(seed=seed)
        expect(env, phase="move", attacker=0, turn=0)


@pytest.mark.parametrize("flag", ["choose", "random", "fixed"])
@pytest.mark.parametrize("attacker", [0, 1])
def test_a_position_with_a_turn_needs_no_toss(flag, attacker):
    """D-10: attacker and player to move may be given, whatever `role_choice` says."""
    env = generals(f"attacker={attacker} turn=1 die=3", role_choice=flag)
    expect(env, phase="move", attacker=attacker, turn=1, die=3)


@pytest.mark.parametrize("turn", [0, 1])
def test_a_toss_that_is_given(turn):
    """D-10: a position in the toss has its winner to act, and no die."""
    env = generals(f"phase=toss turn={turn}", rolls=[5])
    expect(env, legal="ATTACKER DEFENDER", phase="toss", turn=turn, attacker="-")
    assert words_of(env).get("die", "-") == "-"
    do(env, "DEFENDER")
    expect(env, attacker=1 - turn, turn=1 - turn, die=5)


def test_a_position_without_a_turn():
    """D-10: if only the units are given, the roles are settled as at the start."""
    units_only = "A=00 D=99"
    expect(generals(units_only), phase="toss", attacker="-", A="00", D="99")
    expect(generals(units_only, role_choice="fixed"), phase="move", attacker=0, turn=0)
    expect(generals(f"{units_only} attacker=1", role_choice="fixed"), attacker=1, turn=1)


def test_colours_are_of_players_and_not_of_roles():
    """D-11: agents have their names and order in both roles; the attacker plays from the top."""
    for attacker in (0, 1):
        env = generals(f"A=05 D=95 attacker={attacker} turn={attacker} die=1", rolls=[1])
        assert env.possible_agents == ["player_0", "player_1"]
        assert env.agent_selection == f"player_{attacker}"
        do(env, "05>15")
        assert env.agent_selection == f"player_{1 - attacker}"
        do(env, "95>85")
        expect(env, A="15", D="85", attacker=attacker)


@pytest.mark.parametrize("attacker", [0, 1])
def test_either_player_may_win_in_either_role(attacker):
    """D-11, D-54: rewards distinguish roles and players."""
    defender = 1 - attacker
    env = generals(f"A=43 D=99 attacker={attacker} turn={attacker} die=1 hits=2")
    do(env, "43>44")
    assert env.rewards == {f"player_{attacker}": 1, f"player_{defender}": -1}
    env = generals(f"A=00 D=01 attacker={attacker} turn={defender} die=1")
    do(env, "01>00")
    assert env.rewards == {f"player_{defender}": 1, f"player_{attacker}": -1}


def test_turns_alternate():
    """D-12: the Attacker begins, and after each move it is the other's turn."""
    env = generals(rolls=[1] * 20)
    do(env, "DEFENDER")
    attacker = words_of(env)["attacker"]
    for number in range(10):
        assert (words_of(env)["turn"] == attacker) == (number % 2 == 0)
        play(env, min(legal_set(env)))


def test_without_a_limit_a_game_continues():
    """D-17: `max_turns=None` cuts no game; the default cuts after 1000 turns."""
    position = (
        "board=" + "A........./" + "........../" * 8 + ".........D" + " attacker=0 turn=0 die=1"
    )
    for limit, cut in (({}, True), ({"max_turns": None}, False)):
        env = generals_v0.raw_env(backend="python", **limit)
        env.reset(options={"position": position, "dice": [1] * 1000})
        for turn in range(1000):  # both go to and fro
            assert not any(env.truncations.values())
            corner = 99 if turn % 2 else 0
            away = turn // 2 % 2
            cell = (corner - 10 if corner else 10) if away else corner
            down = (corner == 0) != bool(away)
            env.step(4 * cell + down)
        assert all(env.truncations.values()) == cut
        assert not any(env.terminations.values())


@pytest.mark.parametrize("die", DICE)
def test_the_exact_distance(die):
    """D-13: the one die of a turn is the distance, no less and no more."""
    env = generals(f"A=00 D=99 turn=0 garrison=D die={die}")
    expect(env, legal=f"00>0{die} 00>{die}0", die=die)


@pytest.mark.parametrize("count", range(8))
def test_rerolls_are_counted(count):
    """D-15: `stalemate_rerolls` is the number of useless rolls, also beyond five."""
    useless = [2, 3, 4, 5, 6, 6, 6][:count]
    env = generals(f"{BESIEGED} turn=0", rolls=[*useless, 1, 5])
    assert rerolls(env) == count
    assert isinstance(env.infos["player_1"]["stalemate_rerolls"], int)
    expect(env, turn=0, die=1, A="00", D="01,10,99", garrison="D", shot=1, hits=0)
    do(env, "00>01")
    expect(env, turn=1, die=5)
    assert rerolls(env) == 0


def test_rerolls_within_a_game():
    """D-15: the roll after a move is repeated just as the first one is."""
    env = generals(f"{BESIEGED} turn=1 die=1", rolls=[6, 3, 1])
    do(env, "99>98")
    expect(env, turn=0, die=1, legal="00>01 00>10")
    assert rerolls(env) == 2


def test_rerolls_by_chance():
    """D-15: after the given dice, chance rolls until a die is useful."""
    env, counts = generals(), []
    for seed in range(60):
        turn_to(env, f"{BESIEGED} turn=0", seed, rolls=[6, 2])
        expect(env, turn=0, die=1)
        counts.append(rerolls(env))
    assert min(counts) >= 2
    assert len(set(counts)) > 4


@pytest.mark.parametrize(
    ("position", "rolls", "legal"),
    [
        ("A=42 D=32,52,41,43 turn=0", [2, 3, 4, 5, 6, 1], "42>32 42>52 42>41 42>43"),
        ("A=42 D=32,52,41 turn=0", [3, 4, 5, 6, 2], "42>44"),
        ("A=00 D=01,10 turn=0", [5, 6], "G00"),
        ("A=33,00 turn=1", [6, 5, 4, 3, 2, 1], "T33"),
    ],
)
def test_what_makes_a_roll_of_use(position, rolls, legal):
    """D-15, D-45: a capture, attack, garrisoning or the Offensive Special makes a roll useful."""
    env = generals(position, rolls=rolls)
    expect(env, legal=legal, die=rolls[-1])
    assert rerolls(env) == len(rolls) - 1


def test_garrisoning_that_is_used_up_is_of_no_use():
    """D-15: a six that only a spent special could use is rolled again."""
    env = generals("A=00 D=01,10 turn=0 garrison=D", rolls=[6, 1])
    expect(env, die=1, legal="00>01 00>10")


def test_the_dead_turn():
    """D-16: a player who could use no number is skipped: neither asked nor rolled for."""
    env = generals("A=00,05 D=02 turn=0 die=2", rolls=[4, 3, 2])
    do(env, "00>02")
    for die in (4, 3, 2):
        expect(env, turn=0, die=die, phase="move", D="")
        assert env.agent_selection == "player_0"
        assert rerolls(env) == 0
        assert set(env.rewards.values()) == {0}
        do(env, legal_words(env)[0])


def test_a_defender_without_units_who_can_still_shoot():
    """D-16: with an Attacker in the Moat only a 1 is useful; the turn is not skipped."""
    env = generals("A=59,00 turn=0 die=3", rolls=[6, 5, 2, 1, 4])
    do(env, "59>56")
    expect(env, turn=1, die=1, legal="T56")
    assert rerolls(env) == 3
    do(env, "T56")
    expect(env, turn=0, die=4, A="00", shot=0)
    do(env, "00>04")
    assert env.agent_selection == "player_0"


def test_a_defender_who_has_shot_already():
    """D-16: once the Offensive Special is used, an Attacker in the Moat changes nothing."""
    env = generals("A=59,00 turn=0 die=3 shot=0", rolls=[5])
    do(env, "59>56")
    expect(env, turn=0, die=5)


def test_max_turns():
    """D-17: after so many turns the game is truncated, with 0 for both."""
    env = generals("A=05 D=95 turn=0 die=1", rolls=[1] * 9, max_turns=3)
    do(env, "05>15", "95>85")
    assert not any(env.truncations.values())
    do(env, "15>05")
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0}


def test_a_thousand_turns():
    """D-17: the default is a thousand turns."""
    env = generals("A=05 D=95 turn=0 die=1", rolls=[1] * 1000)
    for number in range(1000):
        assert not any(env.truncations.values()), number
        play(env, min(legal_set(env)))
    assert all(env.truncations.values())


def test_half_a_turn_does_not_count():
    """D-17: decisions within a turn do not count as turns."""
    env = generals("A=00,59 D=99 turn=0 die=6", max_turns=1)
    do(env, "G00")
    assert not any(env.truncations.values())
    do(env, "T33")
    assert all(env.truncations.values())
    env = generals("A=33,00 D=99 turn=1 die=1", max_turns=1)
    do(env, "T33")
    assert not any(env.truncations.values())
    do(env, "99>98")
    assert all(env.truncations.values())
    env = generals("A=00,01,59 D=13 turn=1 die=3", max_turns=1)
    do(env, "13>10")
    assert not any(env.truncations.values())
    do(env, "T01")
    assert all(env.truncations.values())


def test_the_toss_is_no_turn():
    """D-17: choosing a role does not count either."""
    env = generals(max_turns=1, rolls=[1])
    do(env, "ATTACKER")
    assert not any(env.truncations.values())


def test_the_last_turn_may_win():
    """D-17, D-50: a player who wins with the last turn has won."""
    env = generals("A=43 D=99 turn=0 die=1 hits=2", max_turns=1)
    do(env, "43>44")
    assert winner(env) == "A"
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


def test_the_clock_of_turns():
    """D-17: a position restarts the count; a saved state keeps it."""
    position = "A=05 D=95 turn=0 die=1"
    env = generals(position, rolls=[1] * 9, max_turns=2)
    do(env, "05>15")
    saved = env.get_state()
    turn_to(env, position, rolls=[1] * 9)
    do(env, "05>15")
    assert not any(env.truncations.values())
    env.set_state(saved)
    assert not any(env.truncations.values())
    do(env, "95>85")
    assert all(env.truncations.values())


# Movement and combat


def test_no_diagonals():
    """D-20: a unit has four ways to go."""
    env = generals("A=22 D=99 turn=0 die=1")
    expect(env, legal="22>12 22>32 22>21 22>23")


def landings(env):
    """Return where the Attacker's units can go, found by moving them."""
    found = set()
    for action in legal_set(env):
        twin = env.clone()
        play(twin, action)
        found |= set(units(twin, "A")) - set(units(env, "A"))
    return found


def test_the_flag_diagonal():
    """D-20: under `diagonal` a unit has eight ways, which are straight and may be blocked."""
    env = generals("A=22 D=99 turn=0 die=1", diagonal=True)
    assert landings(env) == {"11", "12", "13", "21", "23", "31", "32", "33"}
    env = generals("A=22 D=33,11 turn=0 die=2", diagonal=True)
    assert landings(env) == {"02", "04", "20", "24", "40", "42"}
    env = generals("A=00 D=99 turn=0 die=5 garrison=D", diagonal=True)
    assert landings(env) == {"05", "50"}


def test_diagonal_attacks():
    """D-20, D-30: under `diagonal` the General alone is attacked along diagonals too."""
    env = generals("A=33,00 D=99 turn=0 die=1", diagonal=True)
    hits = []
    for action in legal_set(env):
        twin = env.clone()
        play(twin, action)
        hits.append(words_of(twin)["hits"])
    assert sorted(hits) == ["0"] * 10 + ["1"]
    env = generals("A=00 D=33 turn=1 die=1", diagonal=True)
    assert len(legal_set(env)) == 7


def test_no_bends():
    """D-21: no move goes round a corner, even over free cells."""
    env = generals("A=00,01,10 D=99 turn=0 die=2 garrison=-")
    expect(env, legal="01>03 01>21 10>30 10>12")


@pytest.mark.parametrize("obstacle", ["A", "D"])
@pytest.mark.parametrize("die", range(2, 7))
@BOTH
def test_blocked_paths(obstacle, die, turn, side):
    """D-22: a unit of either side anywhere between start and end stops the move."""
    for gap, direction in product(range(1, die), DIRECTIONS):
        start = {(-1, 0): "92", (1, 0): "02", (0, -1): "29", (0, 1): "20"}[direction]
        stone = ahead(start, direction, gap)
        sides = {"A": {"08"}, "D": {"98"}}
        sides[side].add(start)
        env = generals(f"{lists(sides)} turn={turn} die={die} garrison=-")
        assert f"{start}>{ahead(start, direction, die)}" in legal_words(env)
        sides[obstacle].add(stone)
        env = generals(f"{lists(sides)} turn={turn} die={die} garrison=-")
        assert f"{start}>{ahead(start, direction, die)}" not in legal_words(env)


@BOTH
def test_the_general_is_in_the_way(turn, side):
    """D-22: no unit moves through the General, not even an Attacker."""
    for start, beyond in (("43", "46"), ("35", "65"), ("64", "34"), ("56", "53")):
        sides = {"A": {"09"}, "D": {"90"}}
        sides[side].add(start)
        env = generals(f"{lists(sides)} turn={turn} die=3")
        assert f"{start}>{beyond}" not in legal_words(env)


def test_the_edge_of_the_board():
    """D-22: a line that leaves the board does not come back on the other side."""
    env = generals("A=09,19 D=90 turn=0 die=1")
    expect(env, legal="09>08 19>18 19>29")
    env = generals("A=00 D=90,80 turn=1 die=1")
    expect(env, legal="90>91 80>70 80>81")


@BOTH
def test_what_may_stand_at_the_end(turn, side):
    """D-23: an empty cell, or an enemy, which is killed; never a unit of the own side."""
    sides = {"A": {"22", "08"}, "D": {"20", "98"}}
    mover, target = ("22", "20") if side == "A" else ("20", "22")
    env = generals(f"{lists(sides)} turn={turn} die=2", rolls=[1])
    do(env, f"{mover}>{target}")
    sides[side] = sides[side] - {mover} | {target}
    sides["AD"[1 - turn]] -= {target}
    expect(env, A=" ".join(sides["A"]), D=" ".join(sides["D"]), hits=0, turn=1 - turn)
    env = generals(f"A=09,22 D=90,62 {side}=22,24,90 turn={turn} die=2")
    assert "22>24" not in legal_words(env)
    assert "24>22" not in legal_words(env)


@BOTH
def test_the_moat_is_passable(turn, side):
    """D-24: units move to, through and from each Moat cell as anywhere else."""
    for cell in MOAT:
        sides = {"A": {"00"}, "D": {"99"}}
        sides[side].add(cell)
        env = generals(f"{lists(sides)} turn={turn} die=1")
        around = {ahead(cell, direction, 1) for direction in DIRECTIONS}
        wanted = around - (GENERAL if side == "D" else set())
        assert {word[3:] for word in legal_words(env) if word[:2] == cell} == wanted


@BOTH
def test_fights_in_the_moat(turn, side):
    """D-24, D-15: units kill each other in the Moat, into it, within it and out of it."""
    for start, end, die in (("30", "33", 3), ("33", "34", 1), ("33", "63", 3), ("66", "76", 1)):
        sides = {"A": {"08"}, "D": {"98"}}
        sides[side].add(start)
        sides["AD"[1 - turn]].add(end)
        env = generals(f"{lists(sides)} turn={turn} die={die}", rolls=[1])
        do(env, f"{start}>{end}")
        sides[side] = sides[side] - {start} | {end}
        sides["AD"[1 - turn]] -= {end}
        expect(env, A=" ".join(sides["A"]), D=" ".join(sides["D"]), hits=0, turn=1 - turn)


@pytest.mark.parametrize("cell", sorted(MOAT))
def test_defenders_stay_out(cell):
    """D-25: the Defender never enters the General, by an ordinary move or by garrisoning."""
    env = generals(f"A=00 D={cell} turn=1 die=1")
    assert not {word[3:] for word in legal_words(env)} & GENERAL
    env = generals(f"A=05 D={cell},99 turn=1 die=6")
    do(env, "G99")
    assert not {word[1:] for word in legal_words(env)} & GENERAL


# Attacking the General

LINES = [
    (cell, die, ahead(cell, direction, die))
    for cell, direction, die in product(OUTSIDE, DIRECTIONS, range(1, 5))
    if ahead(cell, direction, die) in GENERAL and ahead(cell, direction, die - 1) not in GENERAL
]


def test_all_lines_to_the_general():
    """D-30: there are 32 cells from which the General can be attacked, each with one die."""
    assert len(LINES) == 32
    assert len({cell for cell, _, _ in LINES}) == 32


@pytest.mark.parametrize(("cell", "die", "end"), LINES)
def test_attacks(cell, die, end):
    """D-30, D-32, D-33: with the exact die, from in or outside the Moat: a hit, a unit less."""
    env = generals(f"A={cell},00 D=99 turn=0 die={die}", rolls=[2])
    attacks = [word for word in legal_words(env) if word[3:] in GENERAL]
    assert attacks == [f"{cell}>{end}"]
    do(env, *attacks)
    expect(env, A="00", D="99", hits=1, turn=1, phase="move", die=2)


@pytest.mark.parametrize(("cell", "die", "end"), LINES)
@pytest.mark.parametrize("stone", ["A", "D"])
def test_blocked_attacks(cell, die, end, stone):
    """D-30, D-22: any unit on the way protects the General, even in the Moat."""
    row, column = (int(end[axis]) - int(cell[axis]) for axis in (0, 1))
    direction = ((row > 0) - (row < 0), (column > 0) - (column < 0))
    for gap in range(1, die):
        sides = {"A": {cell, "00"}, "D": {"99"}}
        sides[stone].add(ahead(cell, direction, gap))
        env = generals(f"{lists(sides)} turn=0 die={die}")
        assert f"{cell}>{end}" not in legal_words(env)


@pytest.mark.parametrize("guard", sorted(MOAT - {"43"}))
@pytest.mark.parametrize("start", ["42", "53"])
def test_every_moat_cell_is_a_guard_post(guard, start):
    """D-31: one Defender anywhere in the Moat takes the hit, wherever the attack comes from."""
    end = "44" if start == "42" else "54"
    if guard == start:
        return
    env = generals(f"A={start},00 D={guard},99 turn=0 die={int(end[1]) - int(start[1])}", rolls=[2])
    do(env, f"{start}>{end}")
    expect(env, A="00", D="99", hits=0, turn=1, phase="move", die=2)


@pytest.mark.parametrize("bystander", ["22", "23", "47", "74", "77", "30"])
def test_defenders_outside_the_moat_do_not_intercept(bystander):
    """D-31, D-32: a cell next to the Moat is not in it."""
    env = generals(f"A=42,00 D={bystander} turn=0 die=2", rolls=[1])
    do(env, "42>44")
    expect(env, A="00", D=bystander, hits=1)


def test_attackers_in_the_moat_do_not_intercept():
    """D-31, D-32: only Defenders guard the General."""
    env = generals("A=42,33,66 D=99 turn=0 die=2", rolls=[1])
    do(env, "42>44")
    expect(env, A="33,66", D="99", hits=1)


def victims(guards, seeds, rolls=()):
    """Return which guards are captured instead of the General, seed by seed."""
    env, found = generals(), []
    for seed in seeds:
        turn_to(env, f"A=42,00 D={guards},99 turn=0 die=2", seed, rolls)
        do(env, "42>44")
        (gone,) = set(guards.split(",")) - set(units(env, "D"))
        expect(env, A="00", hits=0)
        found.append(gone)
    return found


@pytest.mark.parametrize(
    ("guards", "bound"), [("33,66", 15), ("34,53,65", 18), ("33,36,46,63,66", 23)]
)
def test_the_victim_is_drawn(guards, bound):
    """D-31: exactly one guard dies, and all of them equally often."""
    found = victims(guards, range(500))
    assert set(found) == set(guards.split(","))
    assert uneven([found.count(guard) for guard in guards.split(",")]) < bound


def test_guards_are_drawn_in_the_order_of_their_cells():
    """D-31: with one seed and the same number of guards, it is the same one in their order."""
    for one, other in (("33,46,66", "34,35,65"), ("35,36,56", "53,63,64")):
        places = [
            [guards.split(",").index(gone) for gone in victims(guards, range(40))]
            for guards in (one, other)
        ]
        assert places[0] == places[1]


def test_the_third_hit_may_be_intercepted():
    """D-31, D-50: after two hits a guard still saves the General."""
    env = generals("A=42,00 D=66,99 turn=0 die=2 hits=2", rolls=[3])
    do(env, "42>44")
    assert not over(env)
    expect(env, A="00", D="99", hits=2, turn=1)


def test_hits_add_up():
    """D-32: three attacks in a row win."""
    env = generals("A=43,46,53,00 D=99 turn=0 die=1", rolls=[1, 1, 1, 1])
    do(env, "43>44", "99>98", "46>45")
    expect(env, A="00,53", D="98", hits=2, turn=1)
    do(env, "98>99", "53>54")
    expect(env, A="00", hits=3)
    assert winner(env) == "A"


# The end


def test_the_third_hit_wins_before_anything_else():
    """D-50: with the last unit, with others left, and for any state of the Defender."""
    for attackers, defenders in (("43", "99"), ("43,00", "99,98"), ("43,33", "22")):
        env = generals(f"A={attackers} D={defenders} turn=0 die=1 hits=2")
        do(env, "43>44")
        assert over(env)
        assert winner(env) == "A"
        assert not legal_set(env)


@pytest.mark.parametrize(
    ("position", "moves", "left"),
    [
        ("A=00 D=03 turn=1 die=3", ["03>00"], "00"),
        ("A=43 D=99 turn=0 die=1", ["43>44"], "99"),
        ("A=43 D=99 turn=0 die=1 hits=1", ["43>44"], "99"),
        ("A=43 D=66,99 turn=0 die=1", ["43>44"], "99"),
        ("A=43 D=66 turn=0 die=1 hits=2", ["43>44"], ""),
        ("A=43 D=99 turn=1 die=1", ["T43"], "99"),
        ("A=43 turn=1 die=1", ["T43"], ""),
        ("A=00 D=13 turn=1 die=3", ["13>10"], "00,10"),
        ("A=00,10 D=13 turn=1 die=3", ["13>10"], "00,10"),
    ],
)
def test_no_attacker_left(position, moves, left):
    """D-51: killed, spent, intercepted, shot or converted: without units the Attacker has lost."""
    env = generals(position)
    do(env, *moves)
    assert over(env)
    assert winner(env) == "D"
    expect(env, A="", D=left)


@pytest.mark.parametrize("flag", [False, True])
def test_a_shot_may_end_the_game(flag):
    """D-51, D-44: the last Attacker is shot: no further move is made."""
    env = generals("A=43 D=99 turn=1 die=1 hits=2", offensive_consumes_turn=flag)
    do(env, "T43")
    assert over(env)
    assert not legal_set(env)


def test_a_defender_without_units_has_not_lost():
    """D-52: the Defender may lose the last unit, also for the General, and the game goes on."""
    env = generals("A=00 D=03 turn=0 die=3", rolls=[1])
    do(env, "00>03")
    assert not over(env)
    expect(env, A="03", D="", turn=0)
    env = generals("A=43,00 D=66 turn=0 die=1", rolls=[1])
    do(env, "43>44")
    assert not over(env)
    expect(env, A="00", D="", hits=0, turn=0)


HOPELESS = [
    ("A=43,00,01 D=66,99 turn=0 die=1", "43>44"),
    ("A=43,00 D=66,99 turn=0 die=1 hits=1", "43>44"),
    ("A=22,00,59 D=23 turn=1 die=1", "23>22"),
    ("A=00,59,58 D=13 turn=1 die=3", "13>10"),
    ("A=33,00,59 D=99 turn=1 die=1", "T33"),
]
HOPEFUL = [
    ("A=43,00,01 D=99 turn=0 die=1", "43>44"),
    ("A=43,00 D=99 turn=0 die=1 hits=1", "43>44"),
    ("A=22,00,59,58 D=23 turn=1 die=1", "23>22"),
    ("A=22,00,59 D=23 turn=1 die=1 hits=1", "23>22"),
]


@pytest.mark.parametrize("flag", [False, True])
@pytest.mark.parametrize(("position", "move"), HOPELESS)
def test_too_few_units_to_win(position, move, flag):
    """D-53: the game goes on; under `adjudicate_hopeless` the Defender has won."""
    env = generals(position, rolls=[1, 1], adjudicate_hopeless=flag)
    do(env, move)
    assert over(env) == flag
    if flag:
        assert winner(env) == "D"


@pytest.mark.parametrize(("position", "move"), HOPEFUL)
def test_just_enough_units_to_win(position, move):
    """D-53: while each remaining unit could be a hit, nothing is adjudicated."""
    env = generals(position, rolls=[1, 1], adjudicate_hopeless=True)
    do(env, move)
    assert not over(env)


def test_adjudication_and_the_third_hit():
    """D-53, D-50: the winning unit does not count as missing."""
    env = generals("A=43 D=99 turn=0 die=1 hits=2", adjudicate_hopeless=True)
    do(env, "43>44")
    assert winner(env) == "A"


# Numbers


@pytest.mark.parametrize(
    ("position", "legal"),
    [
        ("A=42,00 D=99 turn=0 die=2", {168, 169, 170, 171, 1, 3}),
        ("A=00,05 D=99 turn=0 die=6", {1, 400}),
        ("A=33,00 D=99 turn=1 die=1", {396, 398, 533}),
        ("A=00,01,59 D=10 turn=1 die=3 phase=convert from=1,0", {500, 501}),
        ("phase=toss turn=1", {600, 601}),
    ],
)
def test_action_numbers(position, legal):
    """D-60: cell times 4 and up, down, left, right; 400 a source, 500 a target, 600 the roles."""
    env = generals(position)
    assert all(env.action_space(agent).n == 602 for agent in env.possible_agents)
    assert legal_set(env) == legal
    assert env.observe(env.agent_selection)["action_mask"].shape == (602,)
    assert env.observe(env.agent_selection)["action_mask"].dtype == np.int8


@pytest.mark.parametrize(
    ("position", "later"),
    [
        ("A=00,05 D=99 turn=0 die=6", {800}),
        ("A=33,00 D=99 turn=1 die=1", {933}),
        ("A=00,01,59 D=10 turn=1 die=3 phase=convert from=1,0", {900, 901}),
        ("phase=toss turn=1", {1000, 1001}),
    ],
)
def test_action_numbers_with_diagonals(position, later):
    """D-60: with `diagonal` there are 800 numbers of moves, and the others come 400 later."""
    env = generals(position, diagonal=True)
    assert env.action_space("player_0").n == 1002
    assert env.observe(env.agent_selection)["action_mask"].shape == (1002,)
    assert {action for action in legal_set(env) if action >= 800} == later
    movers = {f"{action // 8:02}" for action in legal_set(env) if action < 800}
    assert movers <= set(units(env, "AD"[int(words_of(env)["turn"])]))


def test_phases():
    """D-61: the same agent acts until the turn is complete, and each phase has its actions."""
    for position, words, phases in (
        ("A=00 D=99 turn=0 die=6", ["G00", "T22"], ["move", "garrison", "move"]),
        ("A=00,01,59 D=13 turn=1 die=3", ["13>10", "T00"], ["move", "convert", "move"]),
    ):
        env = generals(position, rolls=[1])
        actor, found = env.agent_selection, []
        for word in words:
            assert env.agent_selection == actor
            found.append(words_of(env)["phase"])
            do(env, word)
        assert [*found, words_of(env)["phase"]] == phases
        assert env.agent_selection != actor


@pytest.mark.parametrize(
    "position",
    [
        "A=00,05 D=99 turn=0 die=6 phase=garrison from=0,0 garrison=D",
        "A=00,01,59 D=10 turn=1 die=3 phase=convert from=1,0 hits=2",
        "A=33,00 D=84,99 attacker=1 turn=0 die=1 shot=1",
        "A=33,00 D=84,99 attacker=0 turn=1 die=1 shot=0 garrison=-",
        "phase=toss turn=1",
    ],
)
def test_positions_and_back(position):
    """D-61: the text of a position, in every phase, gives the same position again."""
    env = generals(position)
    again = generals(env.position)
    assert words_of(again) == words_of(env)
    assert legal_set(again) == legal_set(env)
    assert again.agent_selection == env.agent_selection
    given = dict(word.split("=") for word in in_full(position).split())
    assert given.items() <= words_of(env).items()


def test_no_pass():
    """D-62: dead turns pass within `step`; in parallel the waiting agent has only action 602."""
    env = generals_v0.parallel_env(backend="python")
    assert all(env.action_space(agent).n == 603 for agent in env.possible_agents)
    position = in_full("A=00,05 D=02 turn=0 die=2")
    env.reset(seed=1, options={"position": position, "dice": [1, 1]})
    for move in (3, 11):  # 00>02, a capture; then 02>03
        env.step({"player_0": move, "player_1": 602})
        assert "turn=0" in env.position
    assert board("03,05", "") in env.position


@pytest.mark.parametrize(
    ("position", "word", "said"),
    [
        ("A=42,00 D=99 turn=0 die=3", "42>72", ["c6", "c3"]),
        ("A=42,00 D=99 turn=0 die=2", "42>44", ["c6", "e6"]),
        ("A=00,05 D=99 turn=0 die=6", "G00", ["a10"]),
        ("A=33,00 D=99 turn=1 die=1", "T33", ["d7"]),
    ],
)
def test_actions_in_words(position, word, said):
    """D-60: the description of an action in words contains its cells."""
    env = generals(position)
    (action,) = (a for a in legal_set(env) if in_words(a, words_of(env)["die"]) == word)
    report = env.describe(action).replace(" ", "")
    assert [cell for cell in said if cell not in report] == []


# Chance


def test_given_dice_do_not_disturb_the_draws():
    """D-64: the victim is drawn before the next die is rolled, and never takes a given die."""
    guards = "33,46,53,66"
    assert victims(guards, range(60)) == victims(guards, range(60), rolls=[3, 3])


@pytest.mark.parametrize("flag", ["choose", "random"])
def test_the_toss_comes_before_the_dice(flag):
    """D-64: with given dice the same player wins the toss, or gets the same role."""
    free, ruled = (generals(role_choice=flag) for _ in range(2))
    for seed in range(40):
        free.reset(seed=seed)
        ruled.reset(seed=seed, options={"dice": [3, 4]})
        assert free.agent_selection == ruled.agent_selection
        assert words_of(free)["attacker"] == words_of(ruled)["attacker"]


def test_the_first_die_comes_after_the_choice():
    """D-64: it is the same die whichever role was chosen, and the first of the given ones."""
    env = generals()
    for seed in range(20):
        dice = []
        for choice in CHOICE_WORDS:
            env.reset(seed=seed)
            do(env, choice)
            dice.append(words_of(env)["die"])
        assert dice[0] == dice[1]
    env = generals(rolls=[4, 2])
    do(env, "DEFENDER")
    expect(env, die=4)


CHOICE_WORDS = ["ATTACKER", "DEFENDER"]


def test_rerolls_take_from_the_same_dice():
    """D-64, D-15: a die for the other player is rolled again if it is useless."""
    free, bound = generals(), generals()
    for seed in range(60):
        turn_to(free, "A=00 D=99 turn=0", seed)
        turn_to(bound, f"{BESIEGED} turn=0", seed)
        assert (rerolls(bound) == 0) == (words_of(free)["die"] == "1")


def test_dice_are_fair():
    """D-13, D-64: every face occurs as often as chance allows."""
    env = generals(role_choice="fixed")
    faces = []
    for seed in range(600):
        env.reset(seed=seed)
        faces.append(words_of(env)["die"])
    assert uneven([faces.count(str(die)) for die in DICE]) < 23
