"""One or two ordinary dice, each played on its own.  Clauses: A-1, B-13, B-47 to B-51, B-61.

A use of the dice is a slot: use 0 is the die thrown first. A die that is spent shows 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludo_env.core.errors import PositionError, SpecError
from ludo_env.core.rule import Field, Hooks, field, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.board import Tables

FACES = 6
SPENT = "-"


def _fields(count: int) -> tuple[Field, ...]:
    return (field("dice", per="die", high=FACES, observe="onehot", actor_only=True),)


def _facts(count: int) -> dict[str, Any]:
    return {"dice": count, "uses": count, "faces": FACES, "by_piece": False}


@rule(clauses="A-1 B-13 B-27 B-47 B-48 B-49 B-50 B-51 B-61", fields=_fields, facts=_facts)
def dice(board: Tables, count: int = 1) -> Hooks:
    """Each die moves one piece by its number, in any order."""
    if count not in (1, 2):
        raise SpecError(f"This game is played with one or two dice, not {count!r}.")

    def take(s: State, face: int, index: int) -> None:
        s.dice[index] = face

    def pips(s: State, use: int) -> int:
        """A die that is spent gives nothing; of two equal dice only the first is offered."""
        face = s.dice[use]
        if use == 1 and face == s.dice[0]:
            return 0
        return face

    def uses(s: State) -> int:
        return count

    def spend(s: State, use: int) -> None:
        s.dice[use] = 0

    def unspent(s: State) -> bool:
        left = 0
        for face in s.dice:
            left += face
        return left > 0

    def write_dice(s: State) -> str:
        return ",".join(str(face) if face else SPENT for face in s.dice)

    def read_dice(s: State, words: Sequence[str]) -> None:
        if len(words) != count:
            raise PositionError(f"dice={','.join(words)} must name {count} dice.")
        for index, word in enumerate(words):
            if word == SPENT and count > 1:
                s.dice[index] = 0
                s.played = 1
            elif word in ("1", "2", "3", "4", "5", "6"):
                s.dice[index] = int(word)
            else:
                raise PositionError(f"dice={','.join(words)}: a die shows 1..{FACES}, not {word}.")
        if not any(s.dice):
            raise PositionError(f"dice={','.join(words)} leaves no die to play.")

    def say_dice(s: State, use: int) -> str:
        return f"{s.dice[use]}"

    return hooks(
        uses=uses,
        say_dice=say_dice,
        take=take,
        pips=pips,
        spend=spend,
        unspent=unspent,
        write_dice=write_dice,
        read_dice=read_dice,
    )
