"""Playing: carry out an action."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hook
from ludo_env._families.grid.board import EMPTY, Tables
from ludo_env._families.grid.landing import ending
from ludo_env._families.grid.laws import Laws
from ludo_env._families.grid.questions import ENDS
from ludo_env._families.grid.state import GridState
from ludo_env._families.grid.units import put, role_of


def playing(board: Tables, laws: Laws, conclude: Hook) -> Hook:
    """Return play(s, notes, action): carry out an action that `find` marked."""
    ways, first_source, first_target, first_word = (
        board.ways, board.first_source, board.first_target, board.first_word,
    )  # fmt: skip
    said, sourced, targeted = laws.said, laws.sourced, laws.targeted
    spends, react, ends = laws.spends, laws.react, ending(board)

    def play(s: GridState, notes: Any, action: int) -> None:
        """Carry out an action that `find` marked; the turn goes on or ends, or the game is won."""
        if action < first_source:
            conclude(s, move(s, action // ways, ends(s, action)))
        elif action < first_target:
            conclude(s, sourced(s, action - first_source))
        elif action < first_word:
            conclude(s, targeted(s, action - first_target))
        else:
            conclude(s, said(s, action - first_word))

    def move(s: GridState, source: int, target: int) -> Any:
        """Move a unit to the cell where its move ends; it captures there, or is used up."""
        role = role_of(s, s.seat)
        unit = s.board[source]
        put(s, source, EMPTY)
        if not spends(s, role, target):
            put(s, target, unit)
        return react(s, ENDS, role, source, target)

    return play
