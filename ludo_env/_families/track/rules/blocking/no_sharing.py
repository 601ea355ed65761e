"""One piece of a colour on a square.  Clauses: L-15, L-18."""

from __future__ import annotations

from ludo_env._engine.errors import SpecError
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


def _facts(slots: bool, lane: bool) -> dict[str, bool]:
    """Declare that pieces in their lane have arrived, if each slot takes one piece."""
    return {"slots": True} if slots else {}


@rule(
    clauses="L-15 L-18",
    facts=_facts,
    wants="a piece that could join another of its colour",
    bars="occupied cells",
)
def no_sharing(board: Tables, slots: bool = True, lane: bool = False) -> Hooks:
    """No square takes two pieces of a colour, nor, with `slots`, does a slot of lane or home.

    Without `slots` home takes any number, and so does the lane, unless `lane` says it does not.
    """
    count_on = counting(board)
    most = board.most if board.owners else max(board.markers)
    ring, pieces, markers = board.ring, board.pieces, board.markers
    cell_of, finish = board.cell, board.finish
    if slots and board.lane + 1 < most:
        whose = " that a colour can come to own (by capture_converts, say)" if board.owners else ""
        raise SpecError(
            f"With no_sharing, {most} pieces{whose} need as many slots; "
            f"a lane of {board.lane} and home have {board.lane + 1} (slots=False asks for none)."
        )

    def may_land(s: RaceState, colour: int, cell: int) -> bool:
        if cell >= ring and not slots and (not lane or cell == cell_of[colour, finish]):
            return True
        standing = count_on(s, colour, cell)
        if cell == cell_of[colour, finish]:
            # Pieces that the colour does not have take no room there.
            standing -= pieces - markers[colour]
        return standing <= 0

    return hooks(may_land=may_land)
