"""Own pieces cannot be passed in the lane.  Clause: B-44."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="B-44", wants="a piece in its lane, and another behind it", bars="occupied cells")
def no_passing_in_lane(board: Tables, stack: bool = True) -> Hooks:
    """A piece may not pass a piece of its own in the lane; landing there depends on `stack`."""
    count_on = counting(board)
    ring, cell_of, finish = board.ring, board.cell, board.finish

    def may_pass(s: RaceState, colour: int, cell: int) -> bool:
        return not in_lane(colour, cell) or count_on(s, colour, cell) == 0

    def may_land(s: RaceState, colour: int, cell: int) -> bool:
        return stack or may_pass(s, colour, cell)

    def in_lane(colour: int, cell: int) -> bool:
        return cell >= ring and cell != cell_of[colour, finish]

    return hooks(may_pass=may_pass, may_land=may_land)
