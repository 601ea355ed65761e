"""A piece leaves its yard only with a six on one die.  Clauses: A-10, B-22 to B-24, B-30."""

from __future__ import annotations

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="A-10 B-22 B-23 B-24 B-30 B-31 B-32", wants="a mechanism that gives its number")
def leave_yard(board: Tables, number: int = 6) -> Hooks:
    """A piece leaves its yard only with a six; the die is spent on it whole."""

    def enters(s: RaceState, colour: int, use: int, steps: int) -> int:
        return number if steps == number else NO_OPINION

    return hooks(enters=enters)
