"""A game that takes too many turns is aborted.  Clause: L-13."""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.family import OVER, STOPPED
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

MOST = 1_000_000


class TurnsState(RaceState, Protocol):
    """A race with this rule: the turns that are over."""

    turns: int


def _fields(turns: int) -> tuple[Field, ...]:
    if not 1 <= turns <= MOST:
        raise SpecError(f"turn_limit.turns is a number 1..{MOST}, not {quoted(turns)}.")
    return (field("turns", high=turns, key="turns"),)


@rule(clauses="L-13", fields=_fields, facts={"limited": True}, wants="a game of that many turns")
def turn_limit(board: Tables, turns: int = 1000) -> Hooks:
    """After a number of turns the game is aborted without a winner."""

    def turn_ends(s: TurnsState, player: int) -> None:
        if s.turns < turns:
            s.turns += 1
        if s.turns == turns and s.phase != OVER:  # another rule may have ended the game
            s.phase = STOPPED

    return hooks(turn_ends=turn_ends)
