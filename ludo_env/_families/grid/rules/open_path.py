"""Units go over empty cells only.  Clauses: D-20 to D-22."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import EMPTY, Tables
from ludo_env._families.grid.state import GridState


@rule(clauses="D-20 D-21 D-22")
def open_path(board: Tables) -> Hooks:
    """A unit goes straight on over empty cells, and never over the General."""
    general = board.general

    def may_pass(s: GridState, role: int, cell: int) -> bool:
        return s.board[cell] == EMPTY and not general[cell]

    return hooks(may_pass=may_pass)
