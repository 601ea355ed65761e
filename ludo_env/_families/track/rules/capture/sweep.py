"""Dice played together sweep: the piece stops at the first enemy it can capture.

Clauses: E-12, E-21, E-22, E-25, E-31. A die played alone jumps over lone enemies.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.family import NOBODY
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import enemies_on
from ludo_env._families.track.pieces import lone_enemies
from ludo_env._families.track.squares import TAKEN, speaks_on, taken_on
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(
    clauses="E-12 E-20 E-21 E-22 E-25 E-31",
    facts=TAKEN,
    wants="a mechanism that plays several dice in one move",
)
def sweep(board: Tables, includes_entry: bool = False) -> Hooks:
    """A combined move ends at the first lone enemy on its way; what lies beyond does not matter."""
    sheltered, any_enemy = board.sheltered, enemies_on(board)
    lone_enemy = lone_enemies(board)
    dice_in, taken = board.ask.dice_in, taken_on(board, open_only=True)

    def halts(s: RaceState, colour: int, use: int, here: int, cell: int) -> bool:
        """Do not stop a piece that leaves the yard on its entry, unless the rule says so."""
        if dice_in(s, use) < 2 or not any_enemy(s, colour, cell):
            return False
        if sheltered[cell] or (here == 0 and not includes_entry):
            return False
        return lone_enemy(s, colour, cell) != NOBODY

    def squares(s: RaceState, use: int) -> Any:
        return taken(s, use) if dice_in(s, use) >= 2 else 0

    return hooks(halts=speaks_on(halts, squares) if board.taken else halts)
