"""A piece on its own entry is immune and blocks everybody.  Clauses: L-18, L-19."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import entrants_on
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(
    clauses="L-18 L-19",
    facts={"entry_safe": True},
    wants="a piece on its own entry",
    bars="occupied cells",
)
def entry_blocks(board: Tables) -> Hooks:
    """A piece on its own entry is passed, hit and moved by nobody but its owner."""
    any_entrant = entrants_on(board)

    def open_to(s: RaceState, colour: int, cell: int) -> Any:
        return not any_entrant(s, cell)

    def may_use(s: RaceState, colour: int, piece: int, use: int) -> bool:
        return colour == s.colour or s.progress[piece] != 0

    return hooks(may_pass=open_to, may_land=open_to, may_use=may_use)
