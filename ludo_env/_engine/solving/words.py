"""The value of a state as a short program: what its chance and its decisions lead to.

A program is a list of 32-bit words in postfix order. A word pushes the value of another state, or
the result of a finished game, or combines the values on top: the best for a player, or the mean
over a distribution. Values are win probabilities of player 0.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.chance import mix
from ludo_env._engine.rule import Hook

# Two bits at the top: the value of state `x`, that value with the players exchanged, or one of the
# operations. Of these the next three bits say which, and the rest is its argument.
STATE, TURNED, OPERATION = range(3)
_TAG, _KIND = 30, 27
LARGEST = (1 << _TAG) - 1
ARGUMENT = (1 << _KIND) - 1
RESULT, MOST, LEAST, MEAN = (((OPERATION << 3) + kind) for kind in range(4))

_MASK = 0xFFFFFFFF


def operation(kind: int, argument: int) -> int:
    """Return the word of an operation."""
    return (kind << _KIND) | argument


def leads_to(state: int, turned: int) -> int:
    """Return the word that pushes the value of a state."""
    return (turned << _TAG) | state


def tag_of(word: int) -> int:
    """Return whether a word is a STATE, a TURNED state or an OPERATION."""
    return word >> _TAG


def kind_of(word: int) -> int:
    """Return RESULT, MOST, LEAST or MEAN, of an operation."""
    return word >> _KIND


def fingerprinting(turned: int) -> Hook:
    """Return fingerprint(code, start, stop, chances, stack) -> a number of 32 bits.

    Programs that differ only in the order of actions or outcomes have the same one. If
    `turned`, it is that of the program with the players exchanged.
    """

    def fingerprint(code: Any, start: int, stop: int, chances: Any, stack: Any) -> int:
        top = 0
        for at in range(start, stop):
            word = code[at] | 0
            if word >> _TAG < OPERATION:
                stack[top] = mix(word ^ (turned << _TAG))
                top += 1
                continue
            kind, argument = word >> _KIND, word & ARGUMENT
            if kind == RESULT:
                won = 2 - argument if turned else argument
                stack[top] = mix(operation(kind, won) & _MASK)
                top += 1
                continue
            count = chances[argument, 0] if kind == MEAN else argument
            total = kind
            if turned and kind == MOST:
                total = LEAST
            if turned and kind == LEAST:
                total = MOST
            for k in range(count):
                weight = chances[argument, 1 + k] if kind == MEAN else 0
                total += mix((stack[top - count + k] + weight * 0x9E3779B9) & _MASK)
            top -= count
            stack[top] = mix(total & _MASK)
            top += 1
        return stack[0]  # type: ignore[no-any-return]

    return fingerprint
