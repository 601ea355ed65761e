"""Dice, and moves that are owed for a capture and for coming home.  Clauses: L-10, L-16, L-19.

Uses 0 .. count-1 are the dice, `count` is all of them together, then come the steps owed for a
capture and those for coming home. The rule comes after the rules that capture, because it reads
what they have counted. A position lists what is owed after the dice: `dice=-,3,capture,finish`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ludo_env._engine.errors import PositionError, SpecError, cut, quoted
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.die_faces import HIGHEST, SIX, SPENT
from ludo_env._families.track.rules.mechanisms.dice import dice
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables

# More owed moves at once than this are not counted.
MOST_OWED = 99
CAPTURE, FINISH = "capture", "finish"


class OwedState(RaceState, Protocol):
    """A race with this rule: the moves that are owed."""

    owed_captures: int
    owed_finishes: int


def _fields(capture: int, finish: int, count: int) -> tuple[Field, ...]:
    return (
        *dice.fields(**_as_dice(count)),
        _owed("owed_captures"),
        _owed("owed_finishes"),
    )


def _owed(name: str) -> Field:
    return field(name, high=MOST_OWED, shown=8, observe="value", actor_only=True, written=True)


def _facts(capture: int, finish: int, count: int) -> dict[str, Any]:
    if not 2 <= count <= 4:
        raise SpecError(f"bonus_dice.count is 2 to 4 dice, not {quoted(count)}.")
    for name, steps in (("capture", capture), ("finish", finish)):
        if not 0 <= steps <= HIGHEST:
            raise SpecError(f"bonus_dice.{name} is 0 to {HIGHEST} steps, not {quoted(steps)}.")
    facts = dice.facts(**_as_dice(count))
    longest = max(facts["longest"], capture, finish)
    return {**facts, "uses": count + 3, "longest": longest, "lone_throws": False}


def _as_dice(count: int) -> dict[str, Any]:
    """Return the parameters of the dice themselves."""
    return {"count": count, "faces": SIX, "weights": (), "together": True}


@rule(
    clauses="L-10 L-14 L-16 L-19",
    fields=_fields,
    facts=_facts,
    role="mechanism",
    after="capture capture_on_entry",
)
def bonus_dice(board: Tables, capture: int = 20, finish: int = 10, count: int = 2) -> Hooks:
    """Each die moves a piece, all together only out of the yard; captures and homes owe steps."""
    ordinary = dice.factory(board, **_as_dice(count))
    put, dice_pips, dice_spend = ordinary["take"], ordinary["pips"], ordinary["spend"]
    any_left, read_thrown = ordinary["unspent"], ordinary["read_dice"]
    write_thrown, say_thrown = ordinary["write_dice"], ordinary["say_dice"]
    of_use, sixes_of_use = ordinary["dice_in"], ordinary["sixes_in"]
    # Owed moves are not dice, so the dice alone answer what is left of them and what was rolled.
    unchanged = ("dice_left", "sixes_left", "six_use", "thrown", "is_double")
    cell_of, home = board.cell, board.finish
    together, for_capture = count, count + 1

    def take(s: OwedState, face: int, index: int) -> None:
        """Store a die; a 0 clears a die at the end of the turn, and owed moves are then lost."""
        put(s, face, index)
        if face == 0:
            s.owed_captures = 0
            s.owed_finishes = 0

    def pips(s: OwedState, use: int) -> int:
        if use <= together:
            return dice_pips(s, use)
        if use == for_capture:
            return capture if s.owed_captures > 0 else 0
        return finish if s.owed_finishes > 0 else 0

    def uses(s: OwedState) -> int:
        return count + (3 if owed(s) > 0 else 1)

    def owed(s: OwedState) -> int:
        return s.owed_captures + s.owed_finishes

    def may_use(s: OwedState, colour: int, piece: int, use: int) -> bool:
        """Allow dice together only out of the yard, and owed moves only on the board."""
        if use < together:
            return True
        return (s.progress[piece] <= YARD) == (use == together)

    def dice_in(s: OwedState, use: int) -> Any:
        return of_use(s, use) if use <= together else 0

    def sixes_in(s: OwedState, use: int) -> Any:
        return sixes_of_use(s, use) if use <= together else 0

    def spend(s: OwedState, use: int) -> None:
        if use <= together:
            dice_spend(s, use)
        elif use == for_capture:
            s.owed_captures -= 1
        else:
            s.owed_finishes -= 1

    def unspent(s: OwedState) -> bool:
        return owed(s) > 0 or any_left(s)

    def react(s: OwedState, hits: int, colour: int, piece: int, cell: int) -> int:
        if capture > 0:
            s.owed_captures = min(s.owed_captures + hits, MOST_OWED)
        if finish > 0 and cell == cell_of[colour, home]:
            s.owed_finishes = min(s.owed_finishes + 1, MOST_OWED)
        return hits

    def write_dice(s: OwedState) -> str:
        return ",".join(
            [write_thrown(s), *[CAPTURE] * s.owed_captures, *[FINISH] * s.owed_finishes]
        )

    def read_dice(s: OwedState, words: Sequence[str]) -> None:
        shown, bonus = words[:count], words[count:]
        s.owed_captures = min(bonus.count(CAPTURE), MOST_OWED)
        s.owed_finishes = min(bonus.count(FINISH), MOST_OWED)
        if owed(s) != len(bonus):
            raise PositionError(
                f"dice={cut(','.join(words))}: behind {count} dice come "
                f"{CAPTURE} and {FINISH} only."
            )
        if bonus:
            s.played = 1
        if bonus and all(word == SPENT for word in shown) and len(shown) == count:
            return
        read_thrown(s, shown)

    def say_dice(s: OwedState, use: int) -> str:
        if use <= together:
            return str(say_thrown(s, use))
        return f"{capture} for a capture" if use == for_capture else f"{finish} for coming home"

    return hooks(
        **{name: ordinary[name] for name in unchanged},
        dice_in=dice_in,
        sixes_in=sixes_in,
        take=take,
        pips=pips,
        uses=uses,
        may_use=may_use,
        spend=spend,
        unspent=unspent,
        react=react,
        write_dice=write_dice,
        read_dice=read_dice,
        say_dice=say_dice,
    )
