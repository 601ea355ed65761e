"""Captives and locked pieces: per-piece fields that several capture rules share."""

from __future__ import annotations

from typing import Protocol

from ludo_env._engine.rule import Hook, field
from ludo_env._families.track.owners import belongings
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.seating import MOST_PLAYERS
from ludo_env._families.track.state import Numbers, RaceState
from ludo_env._families.track.tables import YARD, Tables

# Of each piece: 0 free, else 1 + the player who holds it. A prisoner's progress is YARD.
CAPTOR = field("captor", per="piece", high=MOST_PLAYERS, observe="player", written=True)
# Of each piece: 1 if it cannot be moved again before the next turn.
LOCKED = field("locked", per="piece", observe="value", key="locked", text="own")


class CaptiveState(RaceState, Protocol):
    """A race with captives."""

    captor: Numbers


class LockedState(RaceState, Protocol):
    """A race with locked pieces."""

    locked: Numbers


def imprisoning(board: Tables) -> Hook:
    """Return imprison(s, captor, victim, cell) -> count: capture a colour on a ring square."""
    ring, cell_of = board.ring, board.cell
    first, end, owns = belongings(board)
    place = placing(board)

    def imprison(s: CaptiveState, captor: int, victim: int, cell: int) -> int:
        count = 0
        for piece in range(first(victim), end(victim)):
            progress = s.progress[piece]
            on_ring = 0 <= progress < ring and owns(s, victim, piece)
            if on_ring and cell_of[victim, progress] == cell:
                place(s, victim, piece, YARD)
                s.captor[piece] = 1 + captor
                count += 1
        return count

    return imprison
