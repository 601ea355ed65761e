"""Units go over empty cells only.  Clauses: D-20 to D-22."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import Tables
from ludo_env._families.grid.sets import by_cell, set_of
from ludo_env._families.grid.state import GridState


@rule(clauses="D-20 D-21 D-22")
def open_path(board: Tables) -> Hooks:
    """A unit goes straight on over empty cells, and never over the General."""
    general = set_of(cell for cell in range(board.cells) if board.general[cell])

    def closed(s: GridState, role: int, half: int) -> int:
        return s.occupied[half] | s.occupied[2 + half] | general[half]

    return hooks(may_pass=by_cell(closed))
