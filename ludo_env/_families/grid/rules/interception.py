"""Defenders in the Moat stop an attack on the General.  Clauses: D-31, D-64."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.family import TOSS
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import DEFENDING, EMPTY, Tables
from ludo_env._families.grid.questions import ENDS, GOES_ON
from ludo_env._families.grid.state import GridState
from ludo_env._families.grid.units import put


@rule(clauses="D-31 D-64", wants="an attack on the General while Defenders are in the Moat")
def interception(board: Tables) -> Hooks:
    """While Defenders are in the Moat an attack fails, and one of them, drawn by lot, dies."""
    cells, general, moat = board.cells, board.general, board.moat

    def react(s: GridState, verdict: int, role: int, source: int, cell: int) -> int:
        if general[cell]:
            guards = 0
            for place in range(cells):
                guards += guards_at(s, place)
            if guards > 0:
                s.phase = TOSS
                s.sides = guards
                return GOES_ON
        return verdict

    def drawn(s: GridState, outcome: int) -> int:
        """Draw one of the guards, counted in the order of their cells."""
        left = outcome
        for place in range(cells):
            if guards_at(s, place):
                if left == 0:
                    put(s, place, EMPTY)
                left -= 1
        return ENDS

    def guards_at(s: GridState, cell: int) -> Any:
        return s.board[cell] == DEFENDING and moat[cell] != 0

    return hooks(react=react, drawn=drawn)
