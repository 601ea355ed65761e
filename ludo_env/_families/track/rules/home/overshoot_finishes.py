"""A piece that would pass home is home.  Clauses: A-16, A-17."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="A-13 A-16 A-17", role="finish", wants="throws that would take a piece past its home")
def overshoot_finishes(board: Tables) -> Hooks:
    """A piece that reaches or would pass the last square of its lane is finished."""
    finish = board.finish

    def overshoot(s: RaceState, colour: int, excess: int) -> int:
        return finish

    return hooks(overshoot=overshoot)
