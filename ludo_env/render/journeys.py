"""What has moved between two states of a race, and over which cells: for trails and for motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludo_env.core.game import Game
from ludo_env.core.machine import DECIDE
from ludo_env.core.marks import JUMP, Mark
from ludo_env.core.state import Plain, Record
from ludo_env.render.look import Look
from ludo_env.render.shapes import Disc, Item, Shape
from ludo_env.render.track_board import drawn
from ludo_env.render.walks import walk
from ludo_env.track.boards import RaceBoard
from ludo_env.track.numbers import numbers_of
from ludo_env.track.tables import BACKWARD, YARD

XY = tuple[float, float]

_BEGAN: tuple[Shape, ...] = (Disc(0, 0, 0.34, line="last", width=0.07),)
_PASSED: tuple[Shape, ...] = (Disc(0, 0, 0.13, "last"),)
_ENDED: tuple[Shape, ...] = (Disc(0, 0, 0.46, line="last", width=0.07),)


class Journey(NamedTuple):
    """A piece that is elsewhere now."""

    player: int
    number: int  # of the piece, in its colour
    from_yard: bool
    cells: tuple[int, ...]  # from the first to the last; none if it was sent to its yard
    own: bool  # did its own player move?


def journeys(game: Game, before: Record, after: Record) -> list[Journey]:
    """All pieces that have moved from one state to the next."""
    board: RaceBoard = game.spec.board
    cell = game.plain.tables.cell
    old, new = game.layout.unpack(before), game.layout.unpack(after)
    marks: tuple[Mark, ...] = game.plain.laws["overlay"](old, ())
    ends: dict[int, tuple[int, int]] = {}
    for piece, (start, end) in enumerate(zip(old.progress, new.progress, strict=True)):
        if start != end:
            player = piece // board.pieces
            first = board.entry(player) if start <= YARD else int(cell[player, start])
            ends[piece] = (first, int(cell[player, end]) if end > YARD else -1)
    swapped = set(ends.values()) & {(last, first) for first, last in ends.values()}
    found = []
    for piece, (first, last) in ends.items():
        player, number = divmod(piece, board.pieces)
        cells: tuple[int, ...] = ()
        if last >= 0:
            hops = (first, last) in swapped and first != last
            back = _goes_back(game, old, piece, int(new.progress[piece]))
            if hops:
                cells = (first, last)
            else:
                cells = _passed(game, old, marks, player, (first, last), back)
        from_yard = old.progress[piece] <= YARD
        found.append(Journey(player, number, from_yard, cells, player == old.seat))
    return found


def ways(
    game: Game, before: Record, after: Record
) -> Iterator[tuple[str, str, tuple[XY, ...], bool]]:
    """Pieces walk from cell to cell; those that others send to their yards go after them."""
    place = drawn(game.spec.board)
    for journey in journeys(game, before, after):
        key = f"piece {journey.player} {journey.number}"
        cells = [place.cells[cell] for cell in journey.cells[int(not journey.from_yard) :]]
        points = tuple(at for at in cells if at is not None)
        yield key, key, points, bool(journey.cells) or journey.own


def captured(game: Game, before: Record, after: Record) -> tuple[str, ...]:
    """The pieces of others that were sent off the board."""
    return tuple(
        f"piece {journey.player} {journey.number}"
        for journey in journeys(game, before, after)
        if not journey.cells and not journey.own
    )


def trail(game: Game, record: Record, look: Look) -> Iterator[Item]:
    """Dots on the way of whatever has moved last, rings where it began and where it ended."""
    if look.before is None:
        return
    board: RaceBoard = game.spec.board
    place = drawn(board)
    for journey in journeys(game, look.before, record):
        if not journey.cells:
            continue
        key = f"trail {journey.player} {journey.number}"
        if journey.from_yard:
            yield Item(f"{key} yard", *place.yards[journey.player].places[journey.number], _BEGAN)
        *passed, last = [place.cells[cell] for cell in journey.cells]
        for number, at in enumerate(passed):
            if at is not None:
                art = _PASSED if number or journey.from_yard else _BEGAN
                yield Item(f"{key} {number}", *at, art)
        if last is not None:
            yield Item(f"{key} end", *last, _ENDED)


def _passed(
    game: Game, s: Plain, marks: tuple[Mark, ...], player: int, ends: tuple[int, int], back: bool
) -> tuple[int, ...]:
    """The cells on the way of one piece, which may end with a jump."""
    board: RaceBoard = game.spec.board
    shut, (first, last) = _shut(game, s, player), ends
    ways = [walk(board, player, first, last, back, shut)]
    for mark in marks:
        if mark.kind == JUMP and mark.of == last:
            before = walk(board, player, first, mark.at, back, shut)
            ways.append((*before, last) if before else ())
    return min(filter(None, ways), key=len, default=(first, last))


def _goes_back(game: Game, s: Plain, piece: int, end: int) -> bool:
    """Was the piece played by a use of the dice that leads backwards?"""
    board: RaceBoard = game.spec.board
    laws, numbers = game.plain.laws, numbers_of(game.plain.tables, game.facts)
    mask, notes, choices = game.scratch()
    count = game.plain.machine.find(s, mask, notes, choices) if s.phase == DECIDE else 0
    ways = set()
    for action in map(int, choices[:count]):
        if action < numbers.moves:
            index, use, _ = numbers.parts(action)
            colour = (s.colour + index // board.pieces) % board.players
            if colour * board.pieces + index % board.pieces == piece:
                ways.add((notes[action] == end, laws["way"](s, colour, use) == BACKWARD))
    exactly = [back for there, back in ways if there]
    return all(exactly or [back for _, back in ways]) and bool(ways)


def _shut(game: Game, s: Plain, player: int) -> frozenset[str]:
    """The words of the doors that are not open to a player."""
    words = game.plain.tables.door_words
    opens = game.plain.laws["opens"]
    return frozenset(word for door, word in enumerate(words) if not opens(s, player, door))
