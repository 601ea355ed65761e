"""A unit takes an enemy's cell by ending its move there.  Clauses: D-23, D-24."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import Tables
from ludo_env._families.grid.state import GridState


@rule(clauses="D-23 D-24")
def combat(board: Tables) -> Hooks:
    """A unit that ends its move on an enemy kills it and takes the cell; never on a friend."""

    def may_land(s: GridState, role: int, cell: int) -> Any:
        return s.board[cell] != role + 1

    return hooks(may_land=may_land)
