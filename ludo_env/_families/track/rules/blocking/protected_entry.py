"""A piece on its own entry is protected.  Clauses: B-33, B-36 to B-38a, B-64."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import enemy_entrants_on
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

LANDINGS = ("illegal", "coexist")


@rule(
    clauses="B-33 B-36 B-37 B-38 B-38a B-64",
    facts={"entry_safe": True},
    wants="a piece on its own entry, and an enemy that comes to it",
    bars="occupied cells",
)
def protected_entry(board: Tables, landing: str = "illegal") -> Hooks:
    """No enemy may land on an entry while a piece of the colour that enters there is on it."""
    if landing not in LANDINGS:
        raise SpecError(
            f"protected_landing is one of {', '.join(LANDINGS)}, not {quoted(landing)}."
        )
    enemy_entrant = enemy_entrants_on(board)
    refused = landing == "illegal"

    def may_land(s: RaceState, colour: int, cell: int) -> Any:
        return not refused or not enemy_entrant(s, colour, cell)

    return hooks(may_land=may_land)
