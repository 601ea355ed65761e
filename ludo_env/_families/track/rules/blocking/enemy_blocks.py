"""Two or more pieces of one colour stop all others.  Clauses: E-28, E-29, E-40."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import counting, enemy_pairs_on
from ludo_env._families.track.squares import WALLS, speaks_on, walls_on
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


def _facts(size: int, passed: bool) -> dict[str, bool]:
    """Declare that states keep the squares with two pieces of a colour, if those stop others."""
    return WALLS if size == 2 and not passed else {}


@rule(
    clauses="E-20 E-21 E-28 E-29 E-40",
    wants="pieces of one colour on one square",
    bars="occupied cells",
    facts=_facts,
)
def enemy_blocks(board: Tables, size: int = 2, passed: bool = False) -> Hooks:
    """Two or more pieces of one colour on a ring square, safe or not, stop every other colour.

    If they can be `passed`, other colours only may not end a move there.
    """
    ring, players, side = board.ring, board.players, board.side
    count_on, any_enemy_pair = counting(board), enemy_pairs_on(board)

    def open_to(s: RaceState, colour: int, cell: int) -> Any:
        if cell >= ring:
            return True
        if size == 2:
            return not any_enemy_pair(s, colour, cell)
        for other in range(players):
            if side[other] != side[colour] and count_on(s, other, cell) >= size:
                return False
        return True

    if board.walls:
        open_to = speaks_on(open_to, walls_on(board))
    return hooks(may_land=open_to) if passed else hooks(may_pass=open_to, may_land=open_to)
