"""Sets of squares of a ring, by which a whole way is checked at once.

A set is one number, a bit for each square. A rule that shuts squares can name them as a set beside
its answers (`shuts`); what it names is kept while pieces are placed, in the field `walls`. Graphs
and rings of more than 62 squares have no such field: there pieces walk square by square.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Field, Hook
from ludo_env._families.track.board import Board
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

# Of the 64 bits of a number one is its sign, and one is room for a shift past the last square.
MOST_SQUARES = 62
# What a rule declares that shuts walls.
WALLS = {"walls": True}


def keeps_walls(board: RaceBoard, facts: RaceFacts) -> bool:
    """Return whether the states of a game have the field `walls`."""
    fits = isinstance(board, Board) and board.ring <= MOST_SQUARES
    return facts.walls and fits and not board.is_wide(facts.owners)


def wall_fields(board: RaceBoard, facts: RaceFacts) -> tuple[Field, ...]:
    """Return the field `walls`, in games that have it."""
    if not keeps_walls(board, facts):
        return ()
    return (Field("walls", high=(1 << board.ring) - 1, written=True, derived=True),)


def noting_walls(board: Tables) -> Hook:
    """Return note(s, cell): update the walls, after a piece has left a cell or come to it."""
    ring = board.ring
    pairs = sum(14 << (4 * player) for player in range(board.players))

    def nothing(s: RaceState, cell: int) -> None:
        return None

    def note(s: RaceState, cell: int) -> None:
        if cell < ring:
            is_wall = int(s.crowd[cell] & pairs != 0)
            s.walls = (s.walls & ~(1 << cell)) | (is_wall << cell)

    return note if board.walls else nothing


def walls_on(board: Tables, *, open_only: bool = False) -> Hook:
    """Return squares(s): the walls, or those on squares where pieces can be captured."""
    cells = [cell for cell in range(board.ring) if not (open_only and board.sheltered[cell])]
    among = sum(1 << cell for cell in cells)

    def squares(s: RaceState) -> int:
        return s.walls & among

    return squares


def shuts(answer: Hook, squares: Hook) -> Hook:
    """Name the cells on which `may_pass` or `may_land` says False: those of squares(s), no others.

    Both can then be answered for a whole way. Each rule of a game answers for itself: if others
    speak as well, or wait for a phase, or somebody listens, pieces walk.
    """
    answer.squares = squares  # type: ignore[attr-defined]
    return answer


def shut_by(law: Hook) -> Hook | None:
    """Return the function of the squares that a law shuts; None if its rules do not name them."""
    return getattr(law, "squares", None)


def seen_from_entry(board: Tables) -> Hook:
    """Return seen(colour, squares): a set of squares, counted from the entry of a colour."""
    ring, cell = board.ring, board.cell
    every = (1 << ring) - 1

    def seen(colour: int, squares: int) -> Any:
        entry = cell[colour, 0]
        return ((squares >> entry) | (squares << (ring - entry))) & every

    return seen
