"""No action: with this die, or with any.  Clauses: D-15, D-16, D-62."""

from __future__ import annotations

from ludo_env._engine.rule import Hook, Hooks, hooks, rule
from ludo_env._families.grid.board import Tables
from ludo_env._families.grid.questions import ROLL_AGAIN
from ludo_env._families.grid.state import GridState


@rule(clauses="D-15 D-16 D-62", facts={"news": {"stalemate_rerolls": "rerolls"}})
def stalemate(board: Tables) -> Hooks:
    """A die without an action is rolled again; if no die has one, the turn is lost."""

    def stuck(s: GridState) -> int:
        return ROLL_AGAIN

    def skips(able: Hook, faces: int) -> Hook:
        def dead(s: GridState) -> bool:
            return not able(s, 1, faces)

        return dead

    return hooks(stuck=stuck, skips=skips)
