"""No piece goes home before all are near.  Clause: L-15."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.distances import steps_home
from ludo_env._families.track.owners import belongings
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables, own_table


@rule(clauses="L-15", role="finish", wants="pieces whose next move could bring them home")
def bear_off(board: Tables, last: int = 6) -> Hooks:
    """Pieces go home once all are near it; a larger number takes the piece furthest from it."""
    if not 1 <= last <= board.finish:
        raise SpecError(f"bear_off.last is 1 to {board.finish} steps, not {quoted(last)}.")
    finish, cell_of = board.finish, board.cell
    first, end, owns = belongings(board)
    left, places = own_table(board, steps_home(board)), board.finish + 1

    def may_land(s: RaceState, colour: int, cell: int) -> Any:
        return cell != cell_of[colour, finish] or none_beyond(s, colour, last)

    def may_overshoot(s: RaceState, colour: int, here: int, excess: int) -> Any:
        return none_beyond(s, colour, left[colour * places + here])

    def overshoot(s: RaceState, colour: int, excess: int) -> int:
        return finish

    def none_beyond(s: RaceState, colour: int, steps: int) -> bool:
        """Return whether all pieces of a colour are on the board within this distance of home."""
        for piece in range(first(colour), end(colour)):
            if owns(s, colour, piece):
                here = s.progress[piece]
                if here <= YARD or left[colour * places + here] > steps:
                    return False
        return True

    return hooks(may_land=may_land, may_overshoot=may_overshoot, overshoot=overshoot)
