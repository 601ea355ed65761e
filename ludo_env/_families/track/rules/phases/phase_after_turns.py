"""A phase that begins after some turns.  Clause: L-2."""

from __future__ import annotations

from typing import Any, Protocol

from ludo_env._engine.composition.phases import phase_field
from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.rules.phases.phase_after_homes import (
    beginning,
    facts_of_phase,
    fields_of_phase,
)
from ludo_env._families.track.stall_detection import BEGINS
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

MOST = 1_000_000


class CountedState(RaceState, Protocol):
    """A race with this rule: the turns that are over."""

    turns_gone: int


def _fields(name: str, turns: int) -> tuple[Field, ...]:
    if not 1 <= turns <= MOST:
        raise SpecError(f"phase_after_turns.turns is a number 1..{MOST}, not {quoted(turns)}.")
    return (
        *fields_of_phase(name),
        field("turns_gone", high=turns, observe="value", key="turns_gone"),
    )


def _facts(name: str, turns: int) -> dict[str, Any]:
    return {
        **facts_of_phase(name),
        "clocks": {phase_field(name).name: BEGINS},
        "between_turns": True,
    }


@rule(clauses="L-2", fields=_fields, facts=_facts, wants="a game of that many turns")
def phase_after_turns(board: Tables, name: str = "late", turns: int = 50) -> Hooks:
    """A phase begins for good after a number of turns."""
    begin = beginning(name)

    def turn_ends(s: CountedState, player: int) -> None:
        if s.turns_gone < turns:
            s.turns_gone += 1
        if s.turns_gone == turns:
            begin(s)

    return hooks(turn_ends=turn_ends)
