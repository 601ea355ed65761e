"""The pieces of a race by where they are: in a yard, on a cell, or held by a captor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

from ludo_env._engine.game import Game
from ludo_env._engine.state import Plain
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.owners import owning
from ludo_env._families.track.tables import YARD
from ludo_env._render import keys


class Piece(NamedTuple):
    """A piece: its owner, the player whose colour it started with, and its number there."""

    owner: int
    origin: int
    number: int

    @property
    def key(self) -> keys.Piece:
        """The key of the piece in pictures."""
        return keys.Piece(self.origin, self.number)


class Placed(NamedTuple):
    """All pieces, grouped by place."""

    yards: dict[int, list[Piece]]  # by the player whose yard it is
    cells: dict[int, list[Piece]]  # by cell
    captors: dict[int, list[Piece]]  # by the player who holds them


def placed(game: Game, s: Plain, captor_of: Mapping[int, int] | None = None) -> Placed:
    """Group the pieces; `captor_of` has the captor of each captive, by the piece's index."""
    pieces = game.spec.board.pieces
    found = Placed({}, {}, {})
    for owner, indices in enumerate(pieces_of(game, s)):
        for index in indices:
            piece, progress = Piece(owner, *divmod(index, pieces)), s.progress[index]
            if captor_of and index in captor_of:
                found.captors.setdefault(captor_of[index], []).append(piece)
            elif progress == YARD:
                found.yards.setdefault(owner, []).append(piece)
            else:
                cell = int(game.plain.tables.cell[owner, progress])
                found.cells.setdefault(cell, []).append(piece)
    return found


def pieces_of(game: Game, s: Plain) -> list[list[int]]:
    """Return the pieces that each player owns, as indices over all colours."""
    board: RaceBoard = game.spec.board
    owner_of = owning(game.plain.tables)
    owned: list[list[int]] = [[] for _ in range(board.players)]
    for player, pieces in enumerate(board.counts):
        for index in range(player * board.pieces, player * board.pieces + pieces):
            owned[owner_of(s, index)].append(index)
    return owned


def yard_places(pieces: Sequence[Piece]) -> dict[Piece, int]:
    """Return the number of the place in the yard for each piece there.

    A piece that started with this colour keeps its own place. Others take the free places in
    order; the numbers continue beyond the yard if it has too few.
    """
    places = {piece: piece.number for piece in pieces if piece.origin == piece.owner}
    taken = set(places.values())
    free = (place for place in count() if place not in taken)
    for piece in pieces:
        if piece.origin != piece.owner:
            places[piece] = next(free)
    return places
