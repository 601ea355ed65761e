"""Passing a lone enemy captures it.  Clause: L-19."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.pieces import capturing_lone, sending_home
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="L-19", facts={"traced": True}, wants="a lone enemy on the way of a move")
def capture_by_passing(board: Tables) -> Hooks:
    """A lone enemy on an open square that a piece goes over is sent back to its yard."""
    send_home = sending_home(board)

    def remove(s: RaceState, colour: int, victim: int, cell: int) -> Any:
        return send_home(s, victim, cell)

    return hooks(passes=capturing_lone(board, remove))
