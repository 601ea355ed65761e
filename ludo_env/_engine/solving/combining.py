"""Closing a choice or a mean in a program: equal values and distributions are kept once."""

from __future__ import annotations

from ludo_env._engine.solving.notices import CHANCE_KINDS, CHANCES, REASON, TOO_LONG


def distinct(code, start, count):
    """Sort words and keep one of each; return how many there are."""
    kept = 0
    for at in range(start, start + count):
        word, place = code[at], start + kept
        while place > start and code[place - 1] > word:
            place -= 1
        if place > start and code[place - 1] == word:
            continue
        for moved in range(start + kept, place, -1):
            code[moved] = code[moved - 1]
        code[place] = word
        kept += 1
    return kept


def chance_of(weights, count, chances, notice):
    """Return the number of a distribution; keep it if it is new."""
    kinds = notice[CHANCE_KINDS]
    for kind in range(kinds):
        if chances[kind, 0] == count:
            same = True
            for k in range(count):
                same = same and chances[kind, 1 + k] == weights[k]
            if same:
                return kind
    if kinds == CHANCES:
        notice[REASON] = TOO_LONG
        return 0
    chances[kinds, 0] = count
    for k in range(count):
        chances[kinds, 1 + k] = weights[k]
    notice[CHANCE_KINDS] = kinds + 1
    return kinds
