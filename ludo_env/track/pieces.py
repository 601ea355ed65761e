"""Putting pieces on the board and asking what stands where.

The only place that writes `progress` and `crowd`, so the two always agree.
"""

from __future__ import annotations

from ludo_env.core.machine import NOBODY
from ludo_env.core.rule import Hook
from ludo_env.core.state import State
from ludo_env.track.tables import YARD, Tables


def count_on(s: State, colour: int, cell: int) -> int:
    """How many pieces of a colour stand on a cell."""
    return (s.crowd[cell] >> (4 * colour)) & 15


def placing(board: Tables) -> Hook:
    """place(s, colour, piece, progress): puts a piece somewhere, or back into the yard."""
    cell, one = board.cell, board.one

    def place(s: State, colour: int, piece: int, progress: int) -> None:
        old = s.progress[piece]
        if old > YARD:
            s.crowd[cell[colour, old]] -= one[colour]
        s.progress[piece] = progress
        if progress > YARD:
            s.crowd[cell[colour, progress]] += one[colour]

    return place


def lone_enemies(board: Tables) -> Hook:
    """lone_enemy(s, colour, cell) -> whose it is, if exactly one enemy stands there; or NOBODY."""
    enemies, one, players = board.enemies, board.one, board.players

    def lone_enemy(s: State, colour: int, cell: int) -> int:
        others = s.crowd[cell] & enemies[colour]
        if others != 0:
            for other in range(players):
                if others == one[other]:
                    return other
        return NOBODY

    return lone_enemy


def sending_home(board: Tables) -> Hook:
    """send_home(s, colour, cell) -> count: every piece of a colour on a ring cell to its yard."""
    pieces, ring, cell_of = board.pieces, board.ring, board.cell
    place = placing(board)

    def send_home(s: State, colour: int, cell: int) -> int:
        count = 0
        for piece in range(colour * pieces, colour * pieces + pieces):
            progress = s.progress[piece]
            if 0 <= progress < ring and cell_of[colour, progress] == cell:
                place(s, colour, piece, YARD)
                count += 1
        return count

    return send_home


def capturing_lone(board: Tables, remove: Hook) -> Hook:
    """react: a lone enemy on an open square goes, by remove(s, colour, victim, cell) -> count."""
    sheltered = board.sheltered
    lone_enemy = lone_enemies(board)

    def react(s: State, hits: int, colour: int, piece: int, cell: int) -> int:
        if sheltered[cell]:
            return hits
        victim = lone_enemy(s, colour, cell)
        if victim == NOBODY:
            return hits
        return hits + remove(s, colour, victim, cell)  # type: ignore[no-any-return]

    return react
