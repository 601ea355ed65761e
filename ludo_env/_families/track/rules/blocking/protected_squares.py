"""A piece on a safe square keeps its enemies off.  Clauses: L-18, L-19."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import enemies_on
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(
    clauses="L-18 L-19",
    wants="a piece on a safe square, and an enemy that comes to it",
    bars="occupied cells",
)
def protected_squares(board: Tables) -> Hooks:
    """No piece lands on a safe square that an enemy is on; it may pass."""
    ring, sheltered, any_enemy = board.ring, board.sheltered, enemies_on(board)
    if not any(sheltered[cell] for cell in range(ring)):
        raise SpecError(
            "Rule 'protected_squares' is for boards with safe squares that several players can "
            "reach, and this board has none."
        )

    def may_land(s: RaceState, colour: int, cell: int) -> Any:
        return cell >= ring or not sheltered[cell] or not any_enemy(s, colour, cell)

    return hooks(may_land=may_land)
