"""Any number brings a piece out of the yard, by that many steps.  Clause: L-14."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="L-14", wants="a mechanism that gives a number to a piece in the yard")
def enter_by_number(board: Tables) -> Hooks:
    """Any number brings a piece out: a one to its entry, a two one square further."""

    def enters(s: RaceState, colour: int, use: int, steps: int) -> int:
        return 1

    return hooks(enters=enters)
