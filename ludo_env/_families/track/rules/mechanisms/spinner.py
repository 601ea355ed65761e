"""A spinner: steps forwards, steps backwards, or none.  Clauses: L-10, L-16.

Chance draws the number of an outcome, and `options={"dice": [..]}` scripts it: 1 is the first of
`values`, 2 the second, and so on. Positions and words give the value itself: `dice=-3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ludo_env._engine.errors import PositionError, SpecError, cut, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.notation import listed
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.die_faces import HIGHEST, check_weights, tickets_of
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import BACKWARD, YARD, Tables, own_table

WHEEL = (1, 2, 3, 4, 5, 6, -2, 0)


class SpinnerState(RaceState, Protocol):
    """A race with this rule: what was spun."""

    spun: int
    spun_steps: int


def _fields(values: tuple[int, ...], weights: tuple[int, ...]) -> tuple[Field, ...]:
    return (
        field("spun", high=len(values), observe="onehot", actor_only=True, written=True),
        field("spun_steps", low=-HIGHEST, high=HIGHEST, written=True),
    )


def _facts(values: tuple[int, ...], weights: tuple[int, ...]) -> dict[str, Any]:
    if len(set(values)) != len(values) or any(abs(value) > HIGHEST for value in values):
        raise SpecError(
            f"The values of a spinner are different numbers -{HIGHEST}..{HIGHEST}, "
            f"not {quoted(values)}."
        )
    if len(values) < 2:
        raise SpecError(
            f"A spinner of the values {quoted(values)} has too few outcomes "
            "(rule 15 of Loose Ludo: two outcomes at least)."
        )
    if weights and len(weights) != len(values):
        raise SpecError(
            f"A spinner of {len(values)} values has as many weights, not {len(weights)}."
        )
    check_weights(weights)
    if weights and len(values) - weights.count(0) < 2:
        raise SpecError(
            f"A spinner with the weights {quoted(weights)} has too few outcomes "
            "(rule 15 of Loose Ludo: two outcomes at least)."
        )
    return {
        "dice": 1,
        "uses": 1,
        "faces": tickets_of(tuple(range(1, len(values) + 1)), weights),
        "longest": max(map(abs, values)),
        "by_piece": False,
        "lone_throws": True,
        "backward": True,
        "laps": True,
    }


@rule(clauses="L-10 L-16", fields=_fields, facts=_facts, role="mechanism")
def spinner(board: Tables, values: tuple[int, ...] = WHEEL, weights: tuple[int, ...] = ()) -> Hooks:
    """A spinner says how far one piece goes, forwards or backwards, or that nothing moves."""
    steps_of = own_table(board, [0, *values])

    def take(s: SpinnerState, face: int, index: int) -> None:
        """Store an outcome, numbered from 1; 0 means no outcome."""
        s.spun = face
        s.spun_steps = steps_of[face]

    def pips(s: SpinnerState, use: int) -> Any:
        return abs(s.spun_steps)

    def way(s: SpinnerState, colour: int, use: int) -> int:
        return BACKWARD if s.spun_steps < 0 else NO_OPINION

    def may_use(s: SpinnerState, colour: int, piece: int, use: int) -> Any:
        """Refuse to leave the yard backwards."""
        return s.spun_steps > 0 or s.progress[piece] > YARD

    def uses(s: SpinnerState) -> int:
        return 1

    def spend(s: SpinnerState, use: int) -> None:
        s.spun = 0
        s.spun_steps = 0

    def unspent(s: SpinnerState) -> bool:
        return s.spun > 0

    def dice_in(s: SpinnerState, use: int) -> int:
        return 1

    def sixes_in(s: SpinnerState, use: int) -> int:
        return sixes_left(s)

    def dice_left(s: SpinnerState) -> int:
        return int(s.spun > 0)

    def sixes_left(s: SpinnerState) -> int:
        return int(s.spun_steps == 6)

    def six_use(s: SpinnerState) -> int:
        return 0 if s.spun_steps == 6 else NO_OPINION

    def thrown(s: SpinnerState, number: int) -> int:
        return int(s.spun > 0 and s.spun_steps == number)

    def write_dice(s: SpinnerState) -> str:
        return str(s.spun_steps)

    def read_dice(s: SpinnerState, words: Sequence[str]) -> None:
        known = {str(value): number for number, value in enumerate(values, 1)}
        if len(words) != 1 or words[0] not in known:
            raise PositionError(
                f"dice={cut(','.join(words))}: the spinner shows one of {listed(values)}."
            )
        take(s, known[words[0]], 0)

    def say_dice(s: SpinnerState, use: int) -> str:
        return str(s.spun_steps)

    sixes = hooks(sixes_in=sixes_in, sixes_left=sixes_left, six_use=six_use)
    return hooks(
        **(sixes if 6 in values else {}),
        dice_in=dice_in,
        dice_left=dice_left,
        thrown=thrown,
        take=take,
        pips=pips,
        way=way,
        may_use=may_use,
        uses=uses,
        spend=spend,
        unspent=unspent,
        write_dice=write_dice,
        read_dice=read_dice,
        say_dice=say_dice,
    )
