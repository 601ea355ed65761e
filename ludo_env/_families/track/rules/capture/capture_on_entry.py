"""Leaving the yard captures, even where nothing else does.  Clause: L-19."""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.family import NOBODY
from ludo_env._engine.rule import Hooks, field, hooks, rule
from ludo_env._families.track.pieces import lone_enemies, sending_home
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables


class EntryState(RaceState, Protocol):
    """A race with this rule: whether the moving piece has left the yard."""

    came_out: int


@rule(
    clauses="L-14 L-19",
    fields=(field("came_out"),),
    wants="an enemy on the own entry when a piece leaves the yard",
)
def capture_on_entry(board: Tables) -> Hooks:
    """A piece that leaves the yard captures a lone enemy on its entry, safe or not."""
    cell_of = board.cell
    lone_enemy, send_home = lone_enemies(board), sending_home(board)

    def sets_off(s: EntryState, colour: int, piece: int, here: int) -> None:
        s.came_out = int(here <= YARD)

    def react(s: EntryState, hits: int, colour: int, piece: int, cell: int) -> int:
        came_out = s.came_out
        s.came_out = 0
        if came_out == 0 or cell != cell_of[colour, 0]:
            return hits
        victim = lone_enemy(s, colour, cell)
        return hits if victim == NOBODY else hits + send_home(s, victim, cell)

    return hooks(sets_off=sets_off, react=react)
