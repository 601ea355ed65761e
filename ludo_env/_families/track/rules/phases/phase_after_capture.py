"""A phase that begins with the first capture.  Clause: L-2."""

from __future__ import annotations

from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.rules.phases.phase_after_homes import (
    beginning,
    facts_of_phase,
    fields_of_phase,
)
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(
    clauses="L-2",
    fields=fields_of_phase,
    facts=facts_of_phase,
    after="capture capture_on_entry",
    wants="moves that capture",
)
def phase_after_capture(board: Tables, name: str = "war") -> Hooks:
    """A phase begins for good when anybody captures.

    It counts the captures of the rules before it.
    """
    begin = beginning(name)

    def react(s: RaceState, hits: int, colour: int, piece: int, cell: int) -> int:
        if hits > 0:
            begin(s)
        return hits

    return hooks(react=react)
