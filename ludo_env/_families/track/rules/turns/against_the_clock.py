"""A race against the clock.  Clauses: L-4, L-13."""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.family import OVER
from ludo_env._engine.overlay import NOTE, Mark, Marks
from ludo_env._engine.rule import Field, Hooks, field, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

MOST = 10_000  # small enough for an observation to show the clock


class ClockState(RaceState, Protocol):
    """A race with this rule: the turns that are over."""

    clock: int


def _fields(turns: int) -> tuple[Field, ...]:
    if not 1 <= turns <= MOST:
        raise SpecError(f"against_the_clock.turns is a number 1..{MOST}, not {quoted(turns)}.")
    return (field("clock", high=turns, observe="value", key="clock"),)


@rule(
    clauses="L-4 L-13",
    fields=_fields,
    facts={"limited": True, "solitaire": True, "all_lose": True},
    wants="a game of that many turns",
)
def against_the_clock(board: Tables, turns: int = 60) -> Hooks:
    """A game that nobody has won after a number of turns is lost for everybody."""
    the_clock = board.sides  # a side without a player

    def turn_ends(s: ClockState, player: int) -> None:
        if s.clock < turns:
            s.clock += 1
        if s.clock == turns:
            s.winner = the_clock
            s.phase = OVER

    def overlay(s: ClockState, marks: Marks) -> Marks:
        """Show beside the player to act how many turns are left."""
        return (*marks, Mark(NOTE, s.seat, words=f"turns left: {turns - s.clock}"))

    return hooks(turn_ends=turn_ends, overlay=overlay)
