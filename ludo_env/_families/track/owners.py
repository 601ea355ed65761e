"""Owners of pieces, in games in which they can change.

A piece keeps its number when its owner changes: piece k of colour c is always number
c * pieces + k. Its progress is counted on the way of its owner. Without a rule that declares
`owners` every piece belongs to the colour of its number, and the functions here cost nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from ludo_env._engine.rule import Hook, field
from ludo_env._families.track.seating import MOST_PLAYERS
from ludo_env._families.track.state import Numbers, RaceState
from ludo_env._families.track.tables import NOWHERE, YARD, Tables

# Of each piece: 0 while it belongs to the colour of its number, else 1 + the player who owns it.
OWNER = field("owner", per="piece", high=MOST_PLAYERS, observe="player", written=True)
# A rule that adds the field declares both: `@rule(fields=(OWNER,), facts=OWNERS)`.
OWNERS = {"owners": True}


class OwnedState(RaceState, Protocol):
    """A race in which pieces can change their owners."""

    owner: Numbers


class Belongings(NamedTuple):
    """The pieces of a colour: those of range(first(colour), end(colour)) that it `owns`."""

    first: Hook  # first(colour)
    end: Hook  # end(colour)
    owns: Hook  # owns(s, colour, piece)


def owning(board: Tables) -> Hook:
    """Return owner_of(s, piece): the player who owns the piece."""
    pieces = board.pieces

    def by_number(s: RaceState, piece: int) -> Any:
        return piece // pieces

    def as_kept(s: OwnedState, piece: int) -> Any:
        return s.owner[piece] - 1 if s.owner[piece] > 0 else piece // pieces

    return as_kept if board.owners else by_number


def belongings(board: Tables) -> Belongings:
    """Return the functions that iterate over the pieces of a colour."""
    pieces, everything = board.pieces, board.players * board.pieces
    owner_of = owning(board)

    def own_first(colour: int) -> int:
        return colour * pieces

    def own_end(colour: int) -> int:
        return colour * pieces + pieces

    def always(s: RaceState, colour: int, piece: int) -> bool:
        return True

    def none_before(colour: int) -> int:
        return 0

    def none_behind(colour: int) -> int:
        return everything

    def as_kept(s: RaceState, colour: int, piece: int) -> Any:
        return owner_of(s, piece) == colour

    if board.owners:
        return Belongings(none_before, none_behind, as_kept)
    return Belongings(own_first, own_end, always)


def holding(board: Tables) -> Hook:
    """Return held_by(s, colour): the number of pieces that a colour owns, including those at home.

    Pieces that a colour never had (`markers`) are at home and count.
    """
    pieces = board.pieces
    first, end, owns = belongings(board)

    def all_of_them(s: RaceState, colour: int) -> int:
        return pieces

    def counted(s: RaceState, colour: int) -> int:
        held = 0
        for piece in range(first(colour), end(colour)):
            if owns(s, colour, piece):
                held += 1
        return held

    return counted if board.owners else all_of_them


def finding(board: Tables) -> Hook:
    """Return piece_on(s, colour, cell): the first piece of a colour on a cell, or NOWHERE."""
    cell_of = board.cell
    first, end, owns = belongings(board)

    def piece_on(s: RaceState, colour: int, cell: int) -> int:
        for piece in range(first(colour), end(colour)):
            here = s.progress[piece]
            if here > YARD and owns(s, colour, piece) and cell_of[colour, here] == cell:
                return piece
        return NOWHERE

    return piece_on


def wearing_off(board: Tables) -> Hook:
    """Return wear_off(s, turns, player): one turn less, down to 0, for each piece of a player.

    `turns` is a field per piece. A 2 that is set during a turn of the owner, and lowered at the end
    of each of their turns, lasts until the end of their next turn.
    """
    first, end, owns = belongings(board)

    def wear_off(s: RaceState, turns: Any, player: int) -> None:
        for piece in range(first(player), end(player)):
            if turns[piece] > 0 and owns(s, player, piece):
                turns[piece] -= 1

    return wear_off


def naming(board: Tables) -> Hook:
    """Return own_piece(s, index): the piece of the colour to move that an index names.

    It returns NOWHERE if the index names no piece, or a piece of another player.
    """
    pieces, everything = board.pieces, board.players * board.pieces
    owner_of = owning(board)

    def by_number(s: RaceState, index: int) -> Any:
        return s.colour * pieces + index if index < pieces else NOWHERE

    def as_kept(s: RaceState, index: int) -> Any:
        if index >= everything:
            return NOWHERE
        piece = (s.colour * pieces + index) % everything
        return piece if owner_of(s, piece) == s.colour else NOWHERE

    return as_kept if board.owners else by_number
