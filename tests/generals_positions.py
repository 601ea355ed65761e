"""Short positions of Generals: `generals` sets one up, `do` plays, `expect` checks.

    env = generals("A=42,00 D=99 turn=0 die=2", rolls=[3])
    expect(env, legal="42>22 42>40 42>62 42>44 00>20 00>02")
    do(env, "42>44")  # an attack on the General
    expect(env, A="00", D="99", hits=1, turn=1, die=3)

A cell is written by its row and its column: 42 is row 4, column 2, and its number in the actions.
`A` and `D` are the units on the board; where neither is given, all stand as at the start.
Other actions are G42, which takes the unit on 42 for garrisoning, T33, the target 33 of whatever
is asked, and ATTACKER and DEFENDER. Player 0 is the Attacker by default.
"""

from __future__ import annotations

import pytest
from positions import given, legal_set, play, words_of

from ludo_env import generals_v0


def cells(text):
    """The cells of a list such as `00,01 02`."""
    return set(text.replace(",", " ").split())


CELLS = [f"{number:02}" for number in range(100)]
GENERAL = cells("44 45 54 55")
MOAT = cells("33 34 35 36 43 46 53 56 63 64 65 66")
TOP_LEFT, TOP_RIGHT = cells("00 01 02 10 11 20"), cells("07 08 09 18 19 29")
BOTTOM_LEFT, BOTTOM_RIGHT = cells("70 80 81 90 91 92"), cells("79 88 89 97 98 99")
TOP, BOTTOM = TOP_LEFT | TOP_RIGHT, BOTTOM_LEFT | BOTTOM_RIGHT

OUTSIDE = sorted(set(CELLS) - GENERAL)

DICE = range(1, 7)
DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1)]  # up, down, left, right
BOTH = pytest.mark.parametrize(("turn", "side"), [(0, "A"), (1, "D")])
BESIEGED = "A=00 D=01,10,99 garrison=D"  # the Attacker can only move by 1
CHOICES = {600: "ATTACKER", 601: "DEFENDER"}


def generals(position="", rolls=(), seed=0, **flags):
    """A raw environment in this position, or at the start of a game if no position is given."""
    return given(generals_v0, in_full(position), rolls, seed, **flags)


def turn_to(env, position, seed=0, rolls=()):
    """Restart this environment in another position."""
    env.reset(seed=seed, options={"position": in_full(position), "dice": list(rolls)})


def in_full(position):
    """The position text with a board in place of the lists of units."""
    words = dict(word.split("=") for word in position.split())
    if {"A", "D"} & words.keys():
        words["board"] = board(words.pop("A", ""), words.pop("D", ""))
    return " ".join(f"{key}={value}" for key, value in words.items())


def board(attackers, defenders):
    """The board of a position text: ten rows, from the top."""
    letters = {**dict.fromkeys(cells(attackers), "A"), **dict.fromkeys(cells(defenders), "D")}
    line = "".join(letters.get(cell, ".") for cell in CELLS)
    return "/".join(line[start : start + 10] for start in range(0, 100, 10))


def lists(sides):
    """The words `A=` and `D=` of a position for these units."""
    return " ".join(f"{side}={','.join(sides[side])}" for side in "AD")


def units(env, letter):
    """The cells on which the units of the Attacker, `A`, or of the Defender, `D`, stand."""
    line = words_of(env)["board"].replace("/", "")
    return [cell for cell, unit in zip(CELLS, line, strict=True) if unit == letter]


def ahead(cell, direction, distance):
    """The cell at this distance in this direction; off the board the result is no cell."""
    row, column = map(int, cell)
    return f"{row + distance * direction[0]}{column + distance * direction[1]}"


def legal_words(env):
    """The legal actions of the agent to act, as words."""
    die = words_of(env).get("die")
    return sorted(in_words(action, die) for action in legal_set(env))


def in_words(action, die):
    """The word of an action, as D-60 numbers them; a move needs the die."""
    if action in CHOICES:
        return CHOICES[action]
    if action < 400:
        cell, direction = CELLS[action // 4], DIRECTIONS[action % 4]
        return f"{cell}>{ahead(cell, direction, int(die))}"
    return ("G" if action < 500 else "T") + CELLS[action % 100]


def do(env, *words):
    """Play these actions in order; each must be legal."""
    for word in words:
        die = words_of(env).get("die")
        (action,) = (action for action in legal_set(env) if in_words(action, die) == word)
        play(env, action)


def expect(env, legal=None, **words):
    """Check the legal actions, and the words of the position that are given."""
    if legal is not None:
        assert legal_words(env) == sorted(legal.split())
    found = words_of(env)
    found.update({letter: ",".join(units(env, letter)) for letter in "AD"})
    wanted = {key: str(value) for key, value in words.items()}
    wanted.update({key: ",".join(sorted(cells(wanted[key]))) for key in "AD" if key in wanted})
    assert {key: found.get(key) for key in wanted} == wanted


def rerolls(env):
    """How often the last roll was repeated; the number is the same for all agents."""
    (count,) = {info["stalemate_rerolls"] for info in env.infos.values()}
    return count


def winner(env):
    """The winner if player 0 attacks: `A`, `D`, or None after a draw."""
    won = [side for side, reward in zip("AD", env.rewards.values(), strict=True) if reward == 1]
    assert sorted(env.rewards.values()) == ([-1, 1] if won else [0, 0])
    return won[0] if won else None
