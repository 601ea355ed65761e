"""Landing on a lone enemy sends it back some steps.  Clause: L-19."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.owners import finding
from ludo_env._families.track.pieces import capturing_lone, placing
from ludo_env._families.track.rules.capture.capture_by_swapping import standing
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables

MOST_STEPS = 1000


@rule(clauses="L-19", role="capture", wants="a lone enemy where a piece may land")
def capture_back(board: Tables, steps: int = 6) -> Hooks:
    """Landing on a lone enemy on an open square sends it some steps back on its own way.

    Back over its entry it goes into its yard; so it does from where its way back is not unique.
    """
    if not 1 <= steps <= MOST_STEPS:
        raise SpecError(f"capture_back.steps is a number 1..{MOST_STEPS}, not {quoted(steps)}.")
    back, piece_on = board.back, finding(board)
    place, can_stand = placing(board), standing(board)

    def on_ring(victim: int, here: int) -> Any:
        return here - steps if here >= steps else YARD

    def on_graph(victim: int, here: int) -> Any:
        for _ in range(steps):
            if here <= 0:
                return YARD
            here = back[victim, here]
        return here if can_stand(victim, here) else YARD

    behind = on_graph if board.width else on_ring

    def throw_back(s: RaceState, colour: int, victim: int, cell: int) -> int:
        piece = piece_on(s, victim, cell)
        place(s, victim, piece, behind(victim, s.progress[piece]))
        return 1

    return hooks(react=capturing_lone(board, throw_back))
