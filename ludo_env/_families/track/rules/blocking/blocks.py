"""Two or more pieces of one side form a block that nobody passes.  Clauses: A-31, A-32, A-35.

With where="everywhere" they do so on safe squares too, but never in a lane.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import counting, pairs_on
from ludo_env._families.track.squares import WALLS, open_outside, walls_on
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

WHERE = ("open", "everywhere")


def _facts(size: int, where: str) -> dict[str, bool]:
    """Declare that states keep the squares with two pieces of a colour, if those are blocks."""
    return WALLS if size == 2 else {}


@rule(
    clauses="A-31 A-32 A-35 A-36 L-18",
    wants="pieces of one side on one square",
    bars="occupied cells",
    facts=_facts,
)
def blocks(board: Tables, size: int = 2, where: str = "open") -> Hooks:
    """Two or more pieces of one side on an open square stop everybody, their own side too."""
    if where not in WHERE:
        raise SpecError(f"blocks.where is one of {', '.join(WHERE)}, not {quoted(where)}.")
    sheltered, side = board.sheltered, board.side
    players, sides, ring = board.players, board.sides, board.ring
    everywhere = where == "everywhere"
    count_on, any_pair = counting(board), pairs_on(board)

    def open_to(s: RaceState, colour: int, cell: int) -> bool:
        return not is_block(s, cell)

    def is_pair_anywhere(s: RaceState, cell: int) -> Any:
        """Return whether two of one colour are on a ring square, if each side is one colour."""
        return cell < ring and any_pair(s, cell)

    def is_crowd(s: RaceState, cell: int) -> bool:
        """Return whether a side has two or more pieces on a square, in any split of its colours."""
        if sheltered[cell] and (cell >= ring or not everywhere):
            return False
        for ours in range(sides):
            count = 0
            for colour in range(players):
                if side[colour] == ours:
                    count += count_on(s, colour, cell)
            if count >= size:
                return True
        return False

    if size == 2 and sides == players:
        if board.walls:
            shut = open_outside(board, walls_on(board, open_only=not everywhere))
            return hooks(may_pass=shut, may_land=shut)
        is_block = is_pair_anywhere if everywhere else pairs_on(board, open_only=True)
    else:
        is_block = is_crowd
    return hooks(may_pass=open_to, may_land=open_to)
