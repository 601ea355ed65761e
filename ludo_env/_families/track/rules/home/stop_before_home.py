"""A number too large takes a piece to the last square before home.  Clause: L-15."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import STAYS, Tables


@rule(clauses="L-15", role="finish", wants="throws that would take a piece past its home")
def stop_before_home(board: Tables) -> Hooks:
    """A number too large takes a piece only to the last square before home; there it waits."""
    back, finish = board.back, board.finish

    def last(colour: int) -> Any:
        return finish - 1

    def last_tile(colour: int) -> Any:
        """Return the last square before home, or NOWHERE if several ways lead home."""
        return back[colour, finish]

    before_home = last_tile if board.width else last

    def overshoot(s: RaceState, colour: int, excess: int) -> Any:
        return before_home(colour)

    def leads(s: RaceState, colour: int, here: int, steps: int) -> int:
        """Let a piece on the last square move by a 1 alone."""
        return STAYS if steps > 1 and here == before_home(colour) else NO_OPINION

    return hooks(overshoot=overshoot, leads=leads)
