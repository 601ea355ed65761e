"""Doors that open to a colour once it has captured.  Clauses: L-5, L-15."""

from __future__ import annotations

from typing import Any

from ludo_env.core.errors import SpecError, nearest, quoted
from ludo_env.core.marks import CAPTURED, Mark, Marks
from ludo_env.core.rule import Hooks, field, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.tables import Tables


def _facts(word: str) -> dict[str, Any]:
    return {"opens": {word: True}}


@rule(
    clauses="L-5 L-15",
    fields=(
        field("doors_open", per="player", observe="value", key="doors", text="set", opens=True),
    ),
    facts=_facts,
    after="capture capture_on_entry",
    wants="a graph with doors, and moves that capture",
)
def doors_after_capture(board: Tables, word: str = "captured") -> Hooks:
    """The doors that say a certain word open to a colour for good when it captures.

    It counts the captures of the rules that stand before it.
    """
    if not board.width:
        raise SpecError(
            "Rule 'doors_after_capture' is for graphs with doors, and this board has none."
        )
    if word not in board.door_words:
        others = nearest(word, board.door_words) if board.door_words else "there are no doors."
        raise SpecError(f"doors_after_capture: no door of this board says {quoted(word)}; {others}")
    ours = board.door_words.index(word)

    def opens(s: State, colour: int, door: int) -> Any:
        return door == ours and s.doors_open[colour] > 0

    def react(s: State, hits: int, colour: int, piece: int, cell: int) -> int:
        if hits > 0:
            s.doors_open[colour] = 1
        return hits

    def overlay(s: State, marks: Marks) -> Marks:
        """A token in the yard of each colour that has captured, from then on."""
        captured = [player for player in range(board.players) if s.doors_open[player]]
        return (*marks, *[Mark(CAPTURED, player) for player in captured])

    return hooks(opens=opens, react=react, overlay=overlay)
