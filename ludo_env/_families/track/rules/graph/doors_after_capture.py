"""Doors that open to a colour once it has captured.  Clauses: L-5, L-15."""

from __future__ import annotations

from typing import Any, Protocol

from ludo_env._engine.overlay import CAPTURED, Mark, Marks
from ludo_env._engine.rule import Hooks, field, hooks, rule
from ludo_env._families.track.rules.graph.open_doors import facts_of_doors, place_of_door
from ludo_env._families.track.state import Numbers, RaceState
from ludo_env._families.track.tables import Tables


class DoorState(RaceState, Protocol):
    """A race with this rule: the colours whose doors are open."""

    doors_open: Numbers


@rule(
    clauses="L-5 L-15",
    fields=(
        field("doors_open", per="player", observe="value", key="doors", text="set", opens=True),
    ),
    facts=facts_of_doors,
    after="capture capture_on_entry",
    wants="a graph with doors, and moves that capture",
)
def doors_after_capture(board: Tables, word: str = "captured") -> Hooks:
    """The doors with a certain word open to a colour for good when it captures.

    It counts the captures of the rules before it.
    """
    ours = place_of_door("doors_after_capture", board, word)

    def opens(s: DoorState, colour: int, door: int) -> Any:
        return door == ours and s.doors_open[colour] > 0

    def react(s: DoorState, hits: int, colour: int, piece: int, cell: int) -> int:
        if hits > 0:
            s.doors_open[colour] = 1
        return hits

    def overlay(s: DoorState, marks: Marks) -> Marks:
        """Show a token in the yard of each colour that has captured."""
        captured = [player for player in range(board.players) if s.doors_open[player]]
        return (*marks, *[Mark(CAPTURED, player) for player in captured])

    return hooks(opens=opens, react=react, overlay=overlay)
