"""A colour must capture once before its pieces may turn home.  Clauses: A-12 to A-15, A-33, A-37.

Until then its gate is a ring square like any other, and its pieces go round and round.
"""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.overlay import CAPTURED, Mark, Marks
from ludo_env._engine.rule import Hooks, field, hooks, rule
from ludo_env._families.track.state import Numbers, RaceState
from ludo_env._families.track.tables import AROUND, HOMEWARD, Tables


class CapturedState(RaceState, Protocol):
    """A race with this rule: the colours that have captured."""

    has_captured: Numbers


@rule(
    clauses="A-4 A-12 A-13 A-14 A-15 A-33 A-37",
    fields=(
        field("has_captured", per="player", observe="value", key="hit", text="set", opens=True),
    ),
    facts={"laps": True},
    after="capture capture_on_entry",
    wants="colours that come to their gate",
)
def capture_before_home(board: Tables) -> Hooks:
    """A colour must capture once before its pieces may turn home."""

    def way(s: CapturedState, colour: int, use: int) -> int:
        """Keep a colour that has not captured on the ring past its gate."""
        return HOMEWARD if s.has_captured[colour] else AROUND

    def react(s: CapturedState, hits: int, colour: int, piece: int, cell: int) -> int:
        """Open the gate for the colour that moved, for good, after any capture."""
        if hits > 0:
            s.has_captured[colour] = 1
        return hits

    def overlay(s: CapturedState, marks: Marks) -> Marks:
        """Show a token in the yard of each colour that has captured."""
        captured = [player for player in range(board.players) if s.has_captured[player]]
        return (*marks, *[Mark(CAPTURED, player) for player in captured])

    return hooks(way=way, react=react, overlay=overlay)
