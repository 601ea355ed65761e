"""Home must be reached exactly.  Clauses: A-16 (flag exact_finish), B-40, B-43."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import NOWHERE, Tables


@rule(clauses="A-16 B-40 B-43", role="finish", wants="throws that would take a piece past its home")
def exact_finish(board: Tables) -> Hooks:
    """A piece must reach home by the exact number; a larger one cannot be played on it."""

    def overshoot(s: RaceState, colour: int, excess: int) -> int:
        return NOWHERE

    return hooks(overshoot=overshoot)
