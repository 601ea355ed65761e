"""Pieces must leave the yard, and make room for the next.  Clause: L-14."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hook, Hooks, hooks, rule
from ludo_env._families.track.owners import belongings, naming
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables

# The progress of a piece on its own entry.
ENTRY = 0


@rule(clauses="L-14", wants="a choice between a move out of the yard and another")
def forced_entry(board: Tables, clear: bool = True) -> Hooks:
    """A piece that can leave the yard must; while any is there, its entry must be cleared."""
    own_piece = naming(board)
    first, end, owns = belongings(board)

    def prune(can_move: Hook, index_of: Hook) -> Hook:
        def oblige(s: RaceState, count: int, mask: Any, choices: Any) -> int:
            """Keep only moves out of the yard; without any, only those off the entry."""
            kept = keep(s, count, mask, choices, YARD)
            if kept == 0 and clear and holds_any(s):
                kept = keep(s, count, mask, choices, ENTRY)
            return kept if kept > 0 else count

        def keep(s: RaceState, count: int, mask: Any, choices: Any, place: int) -> int:
            """Keep only moves of the player's pieces from this place, if there are any."""
            kept = 0
            for at in range(count):
                kept += starts_at(s, choices[at], place)
            if kept == 0:
                return 0
            kept = 0
            for at in range(count):
                action = choices[at]
                if starts_at(s, action, place):
                    choices[kept] = action
                    kept += 1
                else:
                    mask[action] = 0
            return kept

        def starts_at(s: RaceState, action: int, place: int) -> int:
            """Return 1 for a move of one of the colour's own pieces from this place."""
            piece = own_piece(s, index_of(action))
            return int(piece >= 0 and s.progress[piece] == place)

        return oblige

    def holds_any(s: RaceState) -> bool:
        """Return whether any piece is left in the yard."""
        for piece in range(first(s.colour), end(s.colour)):
            if s.progress[piece] <= YARD and owns(s, s.colour, piece):
                return True
        return False

    return hooks(prune=prune)
