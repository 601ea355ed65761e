"""Placing pieces on the board, and removing enemies from it.

Only this module writes `progress` and the occupancy of cells (read by
`_families/track/occupancy.py`), so the two always agree.
"""

from __future__ import annotations

from ludo_env._engine.family import NOBODY
from ludo_env._engine.rule import Hook
from ludo_env._families.track.owners import OwnedState, belongings, owning
from ludo_env._families.track.squares import noting
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables


def placing(board: Tables) -> Hook:
    """Return place(s, colour, piece, progress): put a piece somewhere, or back into the yard."""
    cell, one, players, note = board.cell, board.one, board.players, noting(board)

    def packed(s: RaceState, colour: int, piece: int, progress: int) -> None:
        old = s.progress[piece]
        if old > YARD:
            s.crowd[cell[colour, old]] -= one[colour]
            note(s, cell[colour, old])
        s.progress[piece] = progress
        if progress > YARD:
            s.crowd[cell[colour, progress]] += one[colour]
            note(s, cell[colour, progress])

    def listed(s: RaceState, colour: int, piece: int, progress: int) -> None:
        old = s.progress[piece]
        if old > YARD:
            s.crowds[cell[colour, old] * players + colour] -= 1
        s.progress[piece] = progress
        if progress > YARD:
            s.crowds[cell[colour, progress] * players + colour] += 1

    return listed if board.wide else packed


def counting_crowds(board: Tables) -> Hook:
    """Return derive(s): count the pieces on every cell, in a state that has no crowd yet."""
    cell, one, players, owner_of = board.cell, board.one, board.players, owning(board)
    note = noting(board)
    every = players * board.pieces

    def packed(s: RaceState) -> None:
        for piece in range(every):
            if s.progress[piece] > YARD:
                colour = owner_of(s, piece)
                s.crowd[cell[colour, s.progress[piece]]] += one[colour]
                note(s, cell[colour, s.progress[piece]])

    def listed(s: RaceState) -> None:
        for piece in range(every):
            if s.progress[piece] > YARD:
                colour = owner_of(s, piece)
                s.crowds[cell[colour, s.progress[piece]] * players + colour] += 1

    return listed if board.wide else packed


def lone_enemies(board: Tables) -> Hook:
    """Return lone_enemy(s, colour, cell): the owner of the only enemy piece there; or NOBODY."""
    enemies, one, players, side = board.enemies, board.one, board.players, board.side

    def packed(s: RaceState, colour: int, cell: int) -> int:
        others = s.crowd[cell] & enemies[colour]
        if others != 0:
            for other in range(players):
                if others == one[other]:
                    return other
        return NOBODY

    def listed(s: RaceState, colour: int, cell: int) -> int:
        found, count = NOBODY, 0
        for other in range(players):
            standing = s.crowds[cell * players + other]
            if standing > 0 and side[other] != side[colour]:
                found = other
                count += standing
        return found if count == 1 else NOBODY

    return listed if board.wide else packed


def sending_home(board: Tables) -> Hook:
    """Return send_home(s, colour, cell) -> count: send every piece of a colour to its yard."""
    ring, cell_of = board.ring, board.cell
    first, end, owns = belongings(board)
    place = placing(board)

    def send_home(s: RaceState, colour: int, cell: int) -> int:
        count = 0
        for piece in range(first(colour), end(colour)):
            progress = s.progress[piece]
            on_ring = 0 <= progress < ring and owns(s, colour, piece)
            if on_ring and cell_of[colour, progress] == cell:
                place(s, colour, piece, YARD)
                count += 1
        return count

    return send_home


def handing_over(board: Tables) -> Hook:
    """Return hand_over(s, piece, colour, progress): give a piece to a player and place it.

    The progress is counted on the way of the new owner.
    """
    pieces = board.pieces
    owner_of, place = owning(board), placing(board)

    def hand_over(s: OwnedState, piece: int, colour: int, progress: int) -> None:
        place(s, owner_of(s, piece), piece, YARD)
        s.owner[piece] = 0 if piece // pieces == colour else 1 + colour
        place(s, colour, piece, progress)

    return hand_over


def capturing_lone(board: Tables, remove: Hook) -> Hook:
    """Return react: capture a lone enemy on an open square by remove(s, colour, victim, cell)."""
    sheltered = board.sheltered
    lone_enemy = lone_enemies(board)

    def react(s: RaceState, hits: int, colour: int, piece: int, cell: int) -> int:
        victim = lone_enemy(s, colour, cell)  # asked first, because usually there is nobody
        if victim == NOBODY or sheltered[cell]:
            return hits
        return hits + remove(s, colour, victim, cell)  # type: ignore[no-any-return]

    return react
