"""Doors that are open to everybody.  Clauses: L-2, L-5, L-15."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


def place_of_door(name: str, board: Tables, word: str) -> int:
    """Return the number of a word among those of the doors; refuse one that no door has."""
    if not board.width:
        raise SpecError(f"Rule {quoted(name)} is for graphs with doors, and this board has none.")
    if word not in board.door_words:
        others = nearest(word, board.door_words) if board.door_words else "there are no doors."
        raise SpecError(f"{name}: no door of this board says {quoted(word)}; {others}")
    return board.door_words.index(word)


def facts_of_doors(word: str) -> dict[str, Any]:
    """Declare that a rule opens the doors with this word."""
    return {"opens": {word: True}}


@rule(clauses="L-2 L-5 L-15", facts=facts_of_doors, apart="word", wants="a door that says the word")
def open_doors(board: Tables, word: str = "open") -> Hooks:
    """Doors with this word are open to everybody, for instance during a phase."""
    ours = place_of_door("open_doors", board, word)

    def opens(s: RaceState, colour: int, door: int) -> bool:
        return door == ours

    return hooks(opens=opens)
