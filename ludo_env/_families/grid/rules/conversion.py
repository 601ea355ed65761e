"""A Defender who enters an enemy garrison converts one of its units.

Clauses: D-46 to D-48.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import ATTACKING, DEFENDER, DEFENDING, Tables
from ludo_env._families.grid.questions import CONVERT_STAGE, ENDS, GOES_ON
from ludo_env._families.grid.state import GridState
from ludo_env._families.grid.units import put


@rule(clauses="D-46 D-47 D-48", wants="a Defender who enters an Attacker's garrison")
def conversion(board: Tables, inside: bool = False) -> Hooks:
    """A Defender who enters an Attacker's garrison converts one unit left in it."""
    cells, garrison, ground = board.cells, board.garrison, board.ground

    def react(s: GridState, verdict: int, role: int, source: int, cell: int) -> int:
        entered = ground[cell] == ATTACKING and (inside or garrison[source] != garrison[cell])
        if role != DEFENDER or not entered:
            return verdict
        count, last = 0, 0
        for place in range(cells):
            if left_there(s, place, cell):
                count += 1
                last = place
        if count == 1:
            put(s, last, DEFENDING)
        elif count > 1:
            s.stage = CONVERT_STAGE
            s.source = cell
            return GOES_ON
        return verdict

    def aims(s: GridState, role: int) -> Any:
        return s.stage == CONVERT_STAGE

    def targets(s: GridState, role: int, cell: int) -> Any:
        return s.stage == CONVERT_STAGE and left_there(s, cell, s.source)

    def targeted(s: GridState, cell: int) -> int:
        if s.stage != CONVERT_STAGE:
            return NO_OPINION
        put(s, cell, DEFENDING)
        return ENDS

    def left_there(s: GridState, cell: int, entered: int) -> Any:
        """Return whether this is an Attacker in the garrison that was entered."""
        return s.board[cell] == ATTACKING and garrison[cell] == garrison[entered]

    return hooks(react=react, aims=aims, targets=targets, targeted=targeted)
