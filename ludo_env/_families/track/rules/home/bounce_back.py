"""A number too large turns a piece back from home.  Clause: L-15."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import BACKWARD, NOWHERE, YARD, Tables


@rule(clauses="L-15", role="finish", wants="throws that would take a piece past its home")
def bounce_back(board: Tables) -> Hooks:
    """A number too large takes a piece home and back again by the steps that are left."""
    path, back, finish = board.path, board.back, board.finish

    def on_ring(s: RaceState, colour: int, excess: int) -> Any:
        """Go back out of the lane over the gate, but not past the own entry."""
        here = finish
        for _ in range(excess):
            if here == 0:
                return NOWHERE
            here = path[BACKWARD, here]
        return here

    def on_graph(s: RaceState, colour: int, excess: int) -> Any:
        """Go back along the only way; where there are several, or none, the move is not legal."""
        here = finish
        for _ in range(excess):
            if here <= YARD:
                return NOWHERE
            here = back[colour, here]
        return here

    return hooks(overshoot=on_graph if board.width else on_ring)
