"""Two dice; a double gives more moves.  Clauses: L-10, L-12.

The dice are those of `dice`; `repeats` counts the moves of a double beyond one for each die. A
position writes a die for every move that is left: `dice=3,3,3,3`, and `dice=3,-` for the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ludo_env._engine.errors import PositionError, SpecError, cut, quoted
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.die_faces import SIX
from ludo_env._families.track.rules.mechanisms.dice import DiceState, dice
from ludo_env._families.track.tables import Tables

MOST_PLAYS = 16


class DoubledState(DiceState, Protocol):
    """A race with this rule: its dice, and the moves of a double that are left."""

    repeats: int


def _fields(plays: int, faces: tuple[int, ...], weights: tuple[int, ...]) -> tuple[Field, ...]:
    repeats = field("repeats", high=plays - 2, observe="value", actor_only=True, written=True)
    return (*dice.fields(**_as_dice(faces, weights)), repeats)


def _facts(plays: int, faces: tuple[int, ...], weights: tuple[int, ...]) -> dict[str, Any]:
    if not 3 <= plays <= MOST_PLAYS:
        raise SpecError(f"doubled_dice.plays is 3 to {MOST_PLAYS}, not {quoted(plays)}.")
    return {**dice.facts(**_as_dice(faces, weights))}


def _as_dice(faces: tuple[int, ...], weights: tuple[int, ...]) -> dict[str, Any]:
    """Return the parameters of the dice themselves."""
    return {"count": 2, "faces": faces, "weights": weights, "together": False}


@rule(clauses="L-10 L-12", fields=_fields, facts=_facts, role="mechanism")
def doubled_dice(
    board: Tables, plays: int = 4, faces: tuple[int, ...] = SIX, weights: tuple[int, ...] = ()
) -> Hooks:
    """Each of two dice moves one piece by its number; a double gives four moves."""
    own = dice.factory(board, **_as_dice(faces, weights))
    more = plays - 2
    store, dice_there = own["take"], own["dice_left"]
    write, read = own["write_dice"], own["read_dice"]

    def take(s: DoubledState, face: int, index: int) -> None:
        store(s, face, index)
        s.repeats = more if index == 1 and face > 0 and s.dice[0] == face else 0

    def spend(s: DoubledState, use: int) -> None:
        """Spend a die; the first of two equal dice is spent last."""
        if s.repeats > 0:
            s.repeats -= 1
        elif s.dice[0] == s.dice[1]:
            s.dice[1] = 0
        else:
            s.dice[use] = 0

    def dice_left(s: DoubledState) -> Any:
        return dice_there(s) + s.repeats

    def sixes_left(s: DoubledState) -> int:
        return int(s.dice[0] == 6) * (1 + s.repeats) + int(s.dice[1] == 6)

    def six_use(s: DoubledState) -> int:
        return 0 if s.dice[0] == 6 else 1 if s.dice[1] == 6 else NO_OPINION

    def write_dice(s: DoubledState) -> str:
        return f"{s.dice[0]}," * s.repeats + str(write(s))

    def read_dice(s: DoubledState, words: Sequence[str]) -> None:
        text, repeats = ",".join(words), max(len(words) - 2, 0)
        if repeats > more or (repeats and len(set(words)) > 1):
            raise PositionError(
                f"dice={cut(text)}: there are two dice, or up to {plays} equal ones for a double."
            )
        read(s, words[repeats:])
        s.repeats = repeats
        if s.dice[0] == s.dice[1] and repeats < more:
            s.played = 1

    sixes = hooks(sixes_left=sixes_left, six_use=six_use) if 6 in faces else {}
    changed = hooks(
        take=take, spend=spend, dice_left=dice_left, write_dice=write_dice, read_dice=read_dice
    )
    as_dice = ("dice_in", "is_double", "pips", "say_dice", "thrown", "unspent", "uses")
    kept = {name: own[name] for name in (*as_dice, "sixes_in") if name in own}
    return {**kept, **changed, **sixes}
