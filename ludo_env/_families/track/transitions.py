"""Transitions: the pieces that moved or changed owners between two states of a race."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ludo_env._engine.family import NOBODY
from ludo_env._engine.state import Plain
from ludo_env._families.track.owners import owning
from ludo_env._families.track.tables import YARD, Tables

if TYPE_CHECKING:
    from ludo_env._engine.game import Game


class Journey(NamedTuple):
    """A piece that an action has moved."""

    player: int  # the colour of its number
    piece: int  # its number in that colour
    start: int  # progress before
    end: int  # progress after all effects of the action
    cells: tuple[int, ...]  # from the first on the board to the last; empty if it left the board
    owner: int = NOBODY  # the owner before, if that was not `player`
    taker: int = NOBODY  # the owner after, if that has changed

    @property
    def whose(self) -> int:
        """The owner before the action, on whose way `start` is counted."""
        return self.player if self.owner == NOBODY else self.owner

    @property
    def becomes(self) -> int:
        """The owner after the action, on whose way `end` is counted."""
        return self.whose if self.taker == NOBODY else self.taker


class Capture(NamedTuple):
    """A piece of another player that was sent off the board."""

    player: int
    piece: int
    cell: int  # the cell where it was
    captor: int = NOBODY  # the player who holds it prisoner; NOBODY if it is in its yard
    owner: int = NOBODY  # the owner, if that was not `player`

    @property
    def whose(self) -> int:
        """The owner of the piece."""
        return self.player if self.owner == NOBODY else self.owner


class Conversion(NamedTuple):
    """A piece that has changed its owner."""

    player: int  # the colour of its number
    piece: int
    cell: int  # the cell where it was; -1 if it was in a yard
    whose: int  # the owner before
    becomes: int  # the owner now
    end: int  # its progress now, on the way of the new owner


class Freed(NamedTuple):
    """A prisoner that was bought back."""

    player: int
    piece: int


# A piece that has moved: player, number, progress before and after, owner and taker.
Ends = tuple[int, int, int, int, int, int]


def ends_of(journey: Journey) -> Ends:
    """Return a journey without its cells."""
    return (*journey[:4], *journey[5:])


def elsewhere(game: Game, before: Plain, after: Plain) -> list[Ends]:
    """Return all pieces that have moved: to another cell, into a yard or out of one."""
    board = game.plain.tables
    owner_of = owning(board)
    found = []
    for piece, (old, new) in enumerate(zip(before.progress, after.progress, strict=True)):
        whose, becomes = int(owner_of(before, piece)), int(owner_of(after, piece))
        if whose == becomes:
            stayed = old == new
        else:
            stayed = _standing(board, whose, old) == _standing(board, becomes, new)
        if not stayed:
            player, number = divmod(piece, board.pieces)
            owner = NOBODY if whose == player else whose
            found.append((player, number, old, new, owner, NOBODY if whose == becomes else becomes))
    return found


def _standing(board: Tables, colour: int, progress: int) -> tuple[str, int]:
    """Return where a piece is on the board: on a cell, or in a player's yard."""
    if progress <= YARD:
        return "yard", colour
    return "cell", int(board.cell[colour, progress])


def converted(game: Game, before: Plain, after: Plain) -> tuple[Conversion, ...]:
    """Return the pieces whose owner has changed."""
    board = game.plain.tables
    if not board.owners:
        return ()
    owner_of = owning(board)
    found = []
    for piece, progress in enumerate(before.progress):
        whose, becomes = int(owner_of(before, piece)), int(owner_of(after, piece))
        if whose != becomes:
            cell = int(board.cell[whose, progress]) if progress > YARD else NOBODY
            player, number = divmod(piece, board.pieces)
            end = after.progress[piece]
            found.append(Conversion(player, number, cell, whose, becomes, end))
    return tuple(found)


def passed(board: Tables, moved: Ends, seen: list[int]) -> tuple[int, ...]:
    """Return the cells of a journey; without recorded cells, only its first and last."""
    ends = Journey(*moved[:4], (), *moved[4:])
    start, end = ends.start, ends.end
    if end <= YARD:
        return ()
    first = [int(board.cell[ends.whose, start])] if start > YARD else []
    if start <= YARD and not seen:
        first = [int(board.cell[ends.whose, 0])]
    cells = [*first, *map(int, seen), int(board.cell[ends.becomes, end])]
    return tuple(cell for at, cell in enumerate(cells) if at == 0 or cell != cells[at - 1])


def captures(
    game: Game, journeys: Iterable[Journey], colour: int, captives: Mapping[int, int]
) -> tuple[Capture, ...]:
    """Return the pieces of other players that left the board without changing owners."""
    board = game.plain.tables
    return tuple(
        Capture(
            one.player,
            one.piece,
            int(board.cell[one.whose, one.start]),
            captives.get(one.player * board.pieces + one.piece, NOBODY),
            one.owner,
        )
        for one in journeys
        if one.whose != colour and one.start > YARD and one.end <= YARD and one.taker == NOBODY
    )
