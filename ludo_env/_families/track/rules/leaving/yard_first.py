"""Pieces in the yard must enter before others move.  Clause: L-14."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.owners import belongings
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables


@rule(clauses="L-14", wants="a piece in the yard while another of its colour is in play")
def yard_first(board: Tables) -> Hooks:
    """While a colour has a piece in its yard, its other pieces may not move."""
    first, end, owns = belongings(board)

    def may_move(s: RaceState, colour: int, piece: int) -> bool:
        if s.progress[piece] <= YARD:
            return True
        for other in range(first(colour), end(colour)):
            if s.progress[other] <= YARD and owns(s, colour, other):
                return False
        return True

    return hooks(may_move=may_move)
