"""One die, re-rolled after a certain number, and played as one move.  Clauses: L-10, L-12."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ludo_env._engine.errors import PositionError, SpecError, cut, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.notation import numbers_in_words
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.die_faces import HIGHEST, SIX, tickets_of
from ludo_env._families.track.questions import THROW_AGAIN
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


class ChainState(RaceState, Protocol):
    """A race with this rule: the dice of a chain."""

    chain_sum: int
    chain_dice: int


def _fields(
    faces: tuple[int, ...], weights: tuple[int, ...], on: int, most: int
) -> tuple[Field, ...]:
    longest = _longest(faces, weights, on, most)
    return (
        field("chain_sum", high=longest, observe="value", actor_only=True, written=True),
        field("chain_dice", high=most, written=True),
    )


def _facts(faces: tuple[int, ...], weights: tuple[int, ...], on: int, most: int) -> dict[str, Any]:
    return {
        "dice": 1,
        "uses": 1,
        "faces": tickets_of(faces, weights),
        "longest": _longest(faces, weights, on, most),
        "by_piece": False,
    }


def _longest(faces: tuple[int, ...], weights: tuple[int, ...], on: int, most: int) -> int:
    """Return the steps of the longest chain; refuse an impossible one."""
    tickets_of(faces, weights)  # refuses invalid faces
    if on not in faces:
        raise SpecError(
            f"A die is thrown again on one of its faces {quoted(faces)}, not on {quoted(on)}."
        )
    if not 1 <= most <= HIGHEST:
        raise SpecError(f"A die is thrown 1 to {HIGHEST} times in a row, not {quoted(most)}.")
    longest = on * (most - 1) + max(faces)
    if longest > HIGHEST:
        raise SpecError(
            f"These throws together give up to {longest} steps; at most {HIGHEST} can be."
        )
    return longest


@rule(clauses="L-10 L-12", fields=_fields, facts=_facts, role="mechanism")
def chained_die(
    board: Tables,
    faces: tuple[int, ...] = SIX,
    weights: tuple[int, ...] = (),
    on: int = 6,
    most: int = 3,
) -> Hooks:
    """A certain number is thrown again; all throws together are one move of one piece."""

    def take(s: ChainState, face: int, index: int) -> None:
        """Add a throw to the chain, or begin a new chain if it is complete; 0 clears it."""
        if face == 0 or has_ended(s):
            s.chain_sum = 0
            s.chain_dice = 0
        if face > 0:
            s.chain_sum += face
            s.chain_dice += 1

    def has_ended(s: ChainState) -> bool:
        return s.chain_dice == most or s.chain_sum != on * s.chain_dice

    def after_roll(s: ChainState, player: int, face: int) -> int:
        return NO_OPINION if has_ended(s) else THROW_AGAIN

    def pips(s: ChainState, use: int) -> Any:
        return s.chain_sum

    def uses(s: ChainState) -> int:
        return 1

    def spend(s: ChainState, use: int) -> None:
        s.chain_sum = 0
        s.chain_dice = 0

    def unspent(s: ChainState) -> bool:
        return s.chain_sum > 0

    def dice_in(s: ChainState, use: int) -> int:
        return s.chain_dice

    def sixes_in(s: ChainState, use: int) -> int:
        return sixes_left(s)

    def dice_left(s: ChainState) -> int:
        return s.chain_dice

    def sixes_left(s: ChainState) -> int:
        return (s.chain_dice - 1) * int(on == 6) + thrown(s, 6) if s.chain_dice > 0 else 0

    def six_use(s: ChainState) -> int:
        return 0 if sixes_left(s) > 0 else NO_OPINION

    def thrown(s: ChainState, number: int) -> int:
        """Return 1 if the last throw of the chain shows this number, else 0."""
        return int(s.chain_dice > 0 and s.chain_sum - on * (s.chain_dice - 1) == number)

    def all_throws(s: ChainState) -> list[int]:
        """Return all throws: all but the last are the number on which the die is thrown again."""
        before = [on] * (s.chain_dice - 1)
        return [*before, s.chain_sum - sum(before)]

    def write_dice(s: ChainState) -> str:
        return ",".join(map(str, all_throws(s)))

    def read_dice(s: ChainState, words: Sequence[str]) -> None:
        text, known = ",".join(words), {str(face): face for face in faces}
        for word in words:
            if word not in known:
                raise PositionError(
                    f"dice={cut(text)}: a die shows {numbers_in_words(faces)}, not {cut(word)}."
                )
        throws = [known[word] for word in words]
        again = [face == on for face in throws]
        if len(throws) > most or not all(again[:-1]) or (again[-1] and len(throws) < most):
            raise PositionError(
                f"dice={cut(text)}: the die is thrown again after each {on} and no other number, "
                f"{most} times at most."
            )
        s.chain_sum = sum(throws)
        s.chain_dice = len(throws)

    def say_dice(s: ChainState, use: int) -> str:
        return "+".join(map(str, all_throws(s)))

    sixes = hooks(sixes_in=sixes_in, sixes_left=sixes_left, six_use=six_use)
    return hooks(
        **(sixes if 6 in faces else {}),
        dice_in=dice_in,
        dice_left=dice_left,
        thrown=thrown,
        take=take,
        after_roll=after_roll,
        pips=pips,
        uses=uses,
        spend=spend,
        unspent=unspent,
        write_dice=write_dice,
        read_dice=read_dice,
        say_dice=say_dice,
    )
