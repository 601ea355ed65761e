"""Once a game, a Defender with few units removes an Attacker.  Clauses: D-43 to D-45."""

from __future__ import annotations

from typing import Any, Protocol

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.overlay import NOTE, Mark, Marks
from ludo_env._engine.rule import Hooks, field, hooks, rule
from ludo_env._families.grid.board import ATTACKING, DEFENDER, EMPTY, Tables
from ludo_env._families.grid.questions import ENDS, GOES_ON, MOVE_STAGE
from ludo_env._families.grid.state import GridState
from ludo_env._families.grid.units import put

ONE = 1
FEW = 3  # the Defender must have fewer units than this


class ShotState(GridState, Protocol):
    """A grid game with this rule: whether the special is left."""

    shot: int


@rule(
    clauses="D-43 D-44 D-45",
    fields=(field("shot", start=1, observe="value", key="shot"),),
    wants="a Defender with fewer than 3 units who throws a one",
)
def offensive_special(board: Tables, consumes_turn: bool = False) -> Hooks:
    """Once, with a one and fewer than 3 units, the Defender removes an Attacker in the Moat."""
    cells, moat = board.cells, board.moat

    def aims(s: ShotState, role: int) -> bool:
        if armed(s, role):
            for cell in range(cells):
                if in_sight(s, cell):
                    return True
        return False

    def targets(s: ShotState, role: int, cell: int) -> bool:
        return armed(s, role) and in_sight(s, cell)

    def targeted(s: ShotState, cell: int) -> int:
        """Remove the unit; a move with the same die follows, unless this ends the turn."""
        if s.stage != MOVE_STAGE:
            return NO_OPINION
        put(s, cell, EMPTY)
        s.shot = 0
        return ENDS if consumes_turn else GOES_ON

    def armed(s: ShotState, role: int) -> bool:
        ready = s.stage == MOVE_STAGE and s.die == ONE and s.shot != 0
        return ready and role == DEFENDER and s.units[DEFENDER] < FEW

    def in_sight(s: ShotState, cell: int) -> Any:
        return s.board[cell] == ATTACKING and moat[cell] != 0

    def overlay(s: ShotState, marks: Marks) -> Marks:
        """Show whether the Defender may still use the special."""
        return (*marks, Mark(NOTE, DEFENDER, words="shot")) if s.shot else marks

    return hooks(aims=aims, targets=targets, targeted=targeted, overlay=overlay)
