"""Nobody goes past a piece.  Clauses: L-16, L-18."""

from __future__ import annotations

from ludo_env.core.errors import SpecError
from ludo_env.core.rule import Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.tables import Tables


@rule(clauses="L-16 L-18", wants="a piece on the way of another")
def no_passing(board: Tables, own: bool = True, enemies: bool = True) -> Hooks:
    """No piece is passed, on the ring or in a lane: none of the own side, none of the others."""
    if not own and not enemies:
        raise SpecError("no_passing stops nobody without own and without enemies.")
    ours, theirs = board.friends, board.enemies

    def may_pass(s: State, colour: int, cell: int) -> bool:
        crowd = s.crowd[cell]
        if own and (crowd & ours[colour]) != 0:
            return False
        return not enemies or (crowd & theirs[colour]) == 0

    return hooks(may_pass=may_pass)
