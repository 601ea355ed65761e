"""A game that takes too many turns is aborted.  Clause: D-17."""

from __future__ import annotations

from typing import Any, Protocol

from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.grid.board import Tables
from ludo_env._families.grid.state import GridState

MOST = 1_000_000


class TurnsState(GridState, Protocol):
    """A grid game with this rule: the turns that are over."""

    turns: int


def _fields(turns: int) -> tuple[Field, ...]:
    return (field("turns", high=turns),)


@rule(clauses="D-17", fields=_fields, wants="a game of that many turns")
def turn_limit(board: Tables, turns: int = 1000) -> Hooks:
    """After a number of turns the game is aborted without a winner."""

    def turn_ends(s: TurnsState) -> None:
        s.turns = min(s.turns + 1, turns)

    def stops(s: TurnsState) -> Any:
        return s.turns == turns

    return hooks(turn_ends=turn_ends, stops=stops)
