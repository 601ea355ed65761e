"""A square holds a limited number of pieces.  Clause: L-18."""

from __future__ import annotations

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="L-18", wants="as many pieces that come to one square", bars="occupied cells")
def capacity(board: Tables, most: int = 2) -> Hooks:
    """No piece lands on a shared square that is full, whichever colours are on it."""
    if most < 1:
        raise SpecError(f"capacity.most is 1 or more pieces, not {quoted(most)}.")
    ring, players, count_on = board.ring, board.players, counting(board)

    def may_land(s: RaceState, colour: int, cell: int) -> bool:
        if cell >= ring:
            return True
        count = 0
        for other in range(players):
            count += count_on(s, other, cell)
        return count < most

    return hooks(may_land=may_land)
