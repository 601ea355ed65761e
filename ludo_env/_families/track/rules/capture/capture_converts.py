"""A captured piece becomes one of the captor's.  Clauses: L-7, L-19."""

from __future__ import annotations

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.owners import OWNER, OWNERS, finding
from ludo_env._families.track.pieces import capturing_lone, handing_over
from ludo_env._families.track.rules.capture.capture_by_swapping import standing
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables

PLACES = ("square", "yard")


@rule(clauses="L-7 L-19", fields=(OWNER,), facts=OWNERS, role="capture")
def capture_converts(board: Tables, goes_to: str = "square") -> Hooks:
    """Landing on a lone enemy on an open square makes it one of the captor's pieces.

    It stays on the square (or goes to the captor's yard) and is from then on like any other piece
    of the captor: they move it, it uses their lane and home, and they need it home to win. If the
    square is not on the captor's way, the piece goes to the captor's yard.
    """
    if goes_to not in PLACES:
        raise SpecError(
            f"capture_converts.goes_to is one of {', '.join(PLACES)}, not {quoted(goes_to)}."
        )
    place_at, piece_on = board.place_at, finding(board)
    hand_over, can_stand = handing_over(board), standing(board)
    stays = goes_to == "square"

    def convert(s: RaceState, colour: int, victim: int, cell: int) -> int:
        there = place_at[colour, cell]
        if not stays or not can_stand(colour, there):
            there = YARD
        hand_over(s, piece_on(s, victim, cell), colour, there)
        return 1

    return hooks(react=capturing_lone(board, convert))
