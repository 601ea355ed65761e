"""Pieces on one square are equivalent, so only one may move.  Clause: L-17."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.owners import belongings
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="L-17", wants="pieces of one colour on one square")
def first_of_pile(board: Tables) -> Hooks:
    """Of a colour's pieces on one square, or in the yard, only the lowest number moves."""
    first, _, owns = belongings(board)

    def may_move(s: RaceState, colour: int, piece: int) -> bool:
        here = s.progress[piece]
        for other in range(first(colour), piece):
            if s.progress[other] == here and owns(s, colour, other):
                return False
        return True

    return hooks(may_move=may_move)
