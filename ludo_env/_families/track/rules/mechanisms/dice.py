"""Dice of any faces, each played separately.  Clauses: A-1, B-13, B-47 to B-51, B-61.

A use of the dice is a slot: use 0 is the die thrown first. A die that is spent shows 0. Where dice
may be played together, the last use is all of them in one move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import PositionError, SpecError, cut, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.notation import numbers_in_words
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.die_faces import HIGHEST, SIX, SPENT, tickets_of
from ludo_env._families.track.state import Numbers, RaceState
from ludo_env._families.track.tables import Tables


class DiceState(RaceState, Protocol):
    """A race with this rule: its dice."""

    dice: Numbers


def _fields(
    count: int, faces: tuple[int, ...], weights: tuple[int, ...], together: bool
) -> tuple[Field, ...]:
    tickets_of(faces, weights)  # refuses invalid faces
    highest = max(faces)
    return (field("dice", "die", high=highest, observe="onehot", actor_only=True, written=True),)


def _facts(
    count: int, faces: tuple[int, ...], weights: tuple[int, ...], together: bool
) -> dict[str, Any]:
    if not is_whole(count, 1, 4):
        raise SpecError(f"A game is played with 1 to 4 dice of a kind, not {quoted(count)}.")
    tickets = tickets_of(faces, weights)
    longest = max(faces) * (count if together else 1)
    if longest > HIGHEST:
        raise SpecError(
            f"These dice together give up to {longest} steps; at most {HIGHEST} can be."
        )
    return {
        "dice": count,
        "uses": count + int(together and count > 1),
        "faces": tickets,
        "longest": longest,
        "by_piece": False,
        "lone_throws": True,
    }


@rule(
    clauses="A-1 B-13 B-27 B-47 B-48 B-49 B-50 B-51 B-61",
    fields=_fields,
    facts=_facts,
    role="mechanism",
)
def dice(
    board: Tables,
    count: int = 1,
    faces: tuple[int, ...] = SIX,
    weights: tuple[int, ...] = (),
    together: bool = False,
) -> Hooks:
    """Each die moves one piece by its number, in any order."""
    all_of_them = count if together and count > 1 else -1

    def take(s: DiceState, face: int, index: int) -> None:
        s.dice[index] = face

    def pips(s: DiceState, use: int) -> int:
        """Return the steps of a use: 0 for a spent die, and for all but the first equal die."""
        if use == all_of_them:
            return whole(s)
        face = s.dice[use]
        for earlier in range(use):
            if face == s.dice[earlier]:
                return 0
        return face

    def whole(s: DiceState) -> int:
        """Return the sum of all dice, while none is spent."""
        steps = 0
        for index in range(count):
            if s.dice[index] == 0:
                return 0
            steps += s.dice[index]
        return steps

    def uses(s: DiceState) -> int:
        return count + int(all_of_them > 0)

    def spend(s: DiceState, use: int) -> None:
        if use == all_of_them:
            for index in range(count):
                s.dice[index] = 0
        else:
            s.dice[use] = 0

    def unspent(s: DiceState) -> bool:
        left = 0
        for face in s.dice:
            left += face
        return left > 0

    def dice_in(s: DiceState, use: int) -> int:
        return count if use == all_of_them else 1

    def sixes_in(s: DiceState, use: int) -> int:
        return sixes_left(s) if use == all_of_them else int(s.dice[use] == 6)

    def dice_left(s: DiceState) -> int:
        left = 0
        for face in s.dice:
            left += int(face > 0)
        return left

    def sixes_left(s: DiceState) -> int:
        return thrown(s, 6)

    def six_use(s: DiceState) -> int:
        for index in range(count):
            if s.dice[index] == 6:
                return index
        return NO_OPINION

    def thrown(s: DiceState, number: int) -> int:
        shown = 0
        for face in s.dice:
            shown += int(face == number)
        return shown

    def is_double(s: DiceState) -> int:
        return int(thrown(s, s.dice[0]) == count)

    def write_dice(s: DiceState) -> str:
        return ",".join(str(face) if face else SPENT for face in s.dice[:count])

    def read_dice(s: DiceState, words: Sequence[str]) -> None:
        if len(words) != count:
            raise PositionError(f"dice={cut(','.join(words))} must name {count} dice.")
        known = {str(face): face for face in faces}
        for index, word in enumerate(words):
            if word == SPENT and count > 1:
                s.dice[index] = 0
                s.played = 1
            elif word in known:
                s.dice[index] = known[word]
            else:
                raise PositionError(
                    f"dice={cut(','.join(words))}: a die shows "
                    f"{numbers_in_words(faces)}, not {cut(word)}."
                )
        if not any(s.dice):
            raise PositionError(f"dice={cut(','.join(words))} leaves no die to play.")

    def say_dice(s: DiceState, use: int) -> str:
        return "+".join(map(str, s.dice[:count])) if use == all_of_them else f"{s.dice[use]}"

    # Questions about a six or a double that such dice can never show have no answer. Rules that
    # need these answers cannot be used with such dice.
    sixes = hooks(sixes_in=sixes_in, sixes_left=sixes_left, six_use=six_use)
    return hooks(
        **(sixes if 6 in faces else {}),
        **(hooks(is_double=is_double) if count > 1 else {}),
        dice_in=dice_in,
        dice_left=dice_left,
        thrown=thrown,
        uses=uses,
        say_dice=say_dice,
        take=take,
        pips=pips,
        spend=spend,
        unspent=unspent,
        write_dice=write_dice,
        read_dice=read_dice,
    )
