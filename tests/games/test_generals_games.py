"""Legal actions in Generals, compared with a minimal statement of the rules."""

from itertools import product
from random import Random

import pytest
from generals_positions import (
    BOTH,
    BOTTOM,
    CELLS,
    DICE,
    DIRECTIONS,
    GENERAL,
    MOAT,
    OUTSIDE,
    TOP,
    TOP_LEFT,
    TOP_RIGHT,
    ahead,
    expect,
    generals,
    in_full,
    in_words,
    legal_words,
    lists,
    turn_to,
    units,
)
from positions import legal_set, over, play, random_game, words_of

# A minimal statement of the rules, for comparison


def ordinary(attackers, defenders, side, die):
    """Return the moves of a side with a die: D-20 to D-25 and D-30."""
    own = attackers if side == "A" else defenders
    shut = own | (GENERAL if side == "D" else set())
    found = set()
    for cell, direction in product(own, DIRECTIONS):
        *way, end = [ahead(cell, direction, step) for step in range(1, die + 1)]
        clear = not (attackers | defenders | GENERAL) & set(way)
        if clear and end in CELLS and end not in shut:
            found.add(f"{cell}>{end}")
    return found


def placed(words, letter):
    """Return the cells of a side's units, from the words of a position."""
    line = words["board"].replace("/", "")
    return {cell for cell in CELLS if line[int(cell)] == letter}


def allowed(words):
    """Return all legal actions of a position, as words."""
    attackers, defenders = (placed(words, letter) for letter in "AD")
    side = "A" if words["turn"] == words["attacker"] else "D"
    if words["phase"] == "toss":
        return {"ATTACKER", "DEFENDER"}
    if words["phase"] == "garrison":
        return {f"T{cell}" for cell in set(OUTSIDE) - TOP - BOTTOM - attackers - defenders}
    if words["phase"] == "convert":
        entered = words["from"].replace(",", "")
        (garrison,) = (place for place in (TOP_LEFT, TOP_RIGHT) if entered in place)
        return {f"T{cell}" for cell in attackers & garrison}
    die = int(words["die"])
    found = ordinary(attackers, defenders, side, die)
    if die == 6 and side in words["garrison"]:
        found |= {f"G{cell}" for cell in (attackers & TOP if side == "A" else defenders & BOTTOM)}
    if die == 1 and side == "D" and words["shot"] == "1" and len(defenders) < 3:
        found |= {f"T{cell}" for cell in attackers & MOAT}
    return found


# Chosen positions


@pytest.mark.parametrize("cell", OUTSIDE)
@BOTH
def test_from_where_one_may_garrison(cell, turn, side):
    """D-3, D-4, D-40: units on the twelve own garrison cells can be chosen, and no others."""
    other = "99" if cell == "00" else "00"
    position = f"A={cell} D={other}" if side == "A" else f"A={other} D={cell}"
    words = words_of(generals(in_full(f"{position} turn={turn} die=1")))
    wanted = {f"G{cell}"} if cell in (TOP, BOTTOM)[turn] else set()
    if allowed({**words, "die": "6"}):
        env = generals(in_full(f"{position} turn={turn} die=6"))
        assert {word for word in legal_words(env) if word[0] == "G"} == wanted
    else:
        assert not wanted


@pytest.mark.parametrize("die", DICE)
@BOTH
def test_lines_over_the_whole_board(die, turn, side):
    """D-20, D-25, D-30: from every cell, straight lines of exactly the die; no other cells."""
    env, other = generals(), {"A": "D", "D": "A"}[side]
    for cell in OUTSIDE:
        bystander = "00" if cell != "00" else "99"
        position = f"{side}={cell} {other}={bystander} turn={turn} die={die} garrison=-"
        sides = {side: {cell}, other: {bystander}}
        wanted = ordinary(sides["A"], sides["D"], side, die)
        if wanted:
            turn_to(env, position)
            expect(env, legal=" ".join(wanted))
        else:
            with pytest.raises(ValueError):
                turn_to(env, position)


# Random games


@pytest.mark.parametrize("flags", [{}, {"convert_inside": True}, {"offensive_consumes_turn": True}])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_legal_in_random_games(flags, seed):
    """D-20, D-22, D-23, D-30, D-40, D-43, D-46: at every moment, exactly what the rules say."""
    env = generals(**flags)
    for _ in random_game(env, seed):
        if not over(env) and not any(env.truncations.values()):
            assert set(legal_words(env)) == allowed(words_of(env))


def crowded(rng):
    """A position of a late game, in which much is possible."""
    free = rng.sample(OUTSIDE, len(OUTSIDE))
    sides = {"A": free[: rng.randint(1, 6)], "D": free[6 : 6 + rng.randint(1, 4)]}
    letters = rng.choice(["-", "A", "D", "AD"])
    return f"{lists(sides)} turn={rng.randint(0, 1)} hits={rng.randint(0, 2)} garrison={letters}"


def test_late_games():
    """D-15, D-43, D-46, D-61: the same is true for positions with few units, some actions deep."""
    rng, env, kinds = Random(1), generals(), set()
    for seed in range(300):
        turn_to(env, crowded(rng), seed, rolls=rng.choices([1, 1, 6, 3], k=4))
        for _ in range(4):
            assert set(legal_words(env)) == allowed(words_of(env))
            kinds |= {(words_of(env)["phase"], word[0]) for word in legal_words(env)}
            play(env, rng.choice(sorted(legal_set(env))))
            if over(env):
                break
    assert {("move", "G"), ("move", "T"), ("garrison", "T")} <= kinds


@pytest.mark.parametrize("seed", range(4))
def test_what_never_changes_back(seed):
    """D-32, D-33, D-40, D-43, D-47: hits only rise, rights are only lost, no Attacker is gained."""
    env = generals()
    for before, _ in random_game(env, seed):
        if before["phase"] == "toss" or over(env):
            continue
        now = words_of(env)
        old, new = ({side: placed(words, side) for side in "AD"} for words in (before, now))
        assert not (new["A"] | new["D"]) & GENERAL
        assert 0 <= int(now["hits"]) - int(before["hits"]) <= 1
        assert set(now["garrison"]) - {"-"} <= set(before["garrison"])
        assert int(now["shot"]) <= int(before["shot"])
        assert now["attacker"] == before["attacker"]
        assert 0 <= len(old["A"]) - len(new["A"]) <= 2
        attacks = before["turn"] == before["attacker"]
        assert len(new["D"]) - len(old["D"]) in ({0, -1} if attacks else {0, 1})


def test_rare_actions_are_played():
    """D-40, D-46, D-61: these random games contain the actions that they must check."""
    env, reached = generals(), set()
    for seed in range(12):
        for before, action in random_game(env, seed):
            word = in_words(action, before.get("die"))
            reached.add((before["phase"], "move" if ">" in word else word[0]))
    assert {("toss", "A"), ("toss", "D"), ("move", "move"), ("move", "G")} <= reached
    assert {("garrison", "T"), ("convert", "T")} <= reached


@pytest.mark.parametrize("seed", range(3))
def test_one_unit_moves(seed):
    """D-14: after any action at most one unit has left its cell on its own."""
    env = generals()
    for before, action in random_game(env, seed):
        if ">" in in_words(action, before.get("die")):
            side = "A" if before["turn"] == before["attacker"] else "D"
            assert len(placed(before, side) - set(units(env, side))) == 1


@pytest.mark.parametrize("seed", range(4))
def test_rewards(seed):
    """D-54, D-16: 0 until the end, then 1 and -1; a draw is impossible."""
    env = generals()
    for _ in random_game(env, seed):
        assert over(env) or set(env.rewards.values()) == {0}
    if any(env.truncations.values()):
        assert set(env.rewards.values()) == {0}
    else:
        assert sorted(env.rewards.values()) == [-1, 1]
