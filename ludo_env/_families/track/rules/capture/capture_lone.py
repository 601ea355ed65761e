"""Landing on a lone enemy captures it.  Clauses: A-11, A-30, A-34 to A-36."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.pieces import capturing_lone, sending_home
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(
    clauses="A-11 A-30 A-34 A-35 A-36",
    role="capture",
    beside="capture_all",
    wants="a lone enemy where a piece may land, that no rule before it has captured",
)
def capture_lone(board: Tables) -> Hooks:
    """Landing on an open square with exactly one enemy piece sends it back to its yard."""
    send_home = sending_home(board)

    def remove(s: RaceState, colour: int, victim: int, cell: int) -> Any:
        return send_home(s, victim, cell)

    return hooks(react=capturing_lone(board, remove))
