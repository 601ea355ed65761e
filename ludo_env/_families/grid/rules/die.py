"""One die, thrown before every turn.  Clauses: D-13, D-14."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import Tables


@rule(clauses="D-13 D-14", facts={"faces": (1, 2, 3, 4, 5, 6)})
def die(board: Tables) -> Hooks:
    """A die is thrown before every turn, and its number is the exact distance of one unit."""
    return hooks()
