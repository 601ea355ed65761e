"""Landing on a lone enemy captures it.  Clauses: A-11, A-30, A-34 to A-36."""

from __future__ import annotations

from ludo_env.core.machine import NOBODY
from ludo_env.core.rule import Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.board import Tables
from ludo_env.track.pieces import lone_enemies, sending_home


@rule(clauses="A-11 A-30 A-34 A-35 A-36")
def capture_lone(board: Tables) -> Hooks:
    """Landing on an open square with exactly one enemy piece sends it back to its yard."""
    sheltered = board.sheltered
    lone_enemy, send_home = lone_enemies(board), sending_home(board)

    def react(s: State, hits: int, colour: int, piece: int, cell: int) -> int:
        if sheltered[cell]:
            return hits
        victim = lone_enemy(s, colour, cell)
        if victim == NOBODY:
            return hits
        return hits + send_home(s, victim, cell)

    return hooks(react=react)
