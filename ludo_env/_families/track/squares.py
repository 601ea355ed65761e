"""Sets of ring squares, with which a whole way is checked at once.

A set is one number with a bit for each square. A rule can give the squares that it shuts as a set
(`open_outside`); its answers for single squares follow from the set. Or it can name the squares
about which it must be asked (`speaks_on`). Such sets are made from the fields `walls` and `taken`,
which are updated when pieces are placed. Graphs and rings of more than 62 squares have no such
fields: there pieces walk.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludo_env._engine.folding import is_unanswered
from ludo_env._engine.rule import Field, Hook
from ludo_env._families.track.board import Board
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

# Of the 64 bits of a number, one is its sign, and one leaves room for a shift by one square more.
MOST_SQUARES = 62
# What a rule declares that names such squares.
WALLS = {"walls": True}
TAKEN = {"taken": True}


def kept_sets(board: RaceBoard, facts: RaceFacts) -> dict[str, bool]:
    """Return whether the states of a game keep each set, by the name of its field."""
    fits = isinstance(board, Board) and board.ring <= MOST_SQUARES
    fits = fits and not board.is_wide(facts.owners)
    return {"walls": fits and facts.walls, "taken": fits and facts.taken}


def set_fields(board: RaceBoard, facts: RaceFacts) -> tuple[Field, ...]:
    """Return the fields of the sets that the states of a game keep."""
    high = (1 << board.ring) - 1
    kept = [name for name, wanted in kept_sets(board, facts).items() if wanted]
    return tuple(Field(name, high=high, written=True, derived=True) for name in kept)


def noting(board: Tables) -> Hook:
    """Return note(s, cell): update the sets after a piece has left or reached a cell."""
    ring = board.ring
    pairs = sum(14 << (4 * player) for player in range(board.players))

    def note(s: RaceState, cell: int) -> None:
        if cell < ring:
            note_wall(s, cell)
            note_taken(s, cell)

    def walled(s: RaceState, cell: int) -> None:
        is_wall = int(s.crowd[cell] & pairs != 0)
        s.walls = (s.walls & ~(1 << cell)) | (is_wall << cell)

    def taken(s: RaceState, cell: int) -> None:
        is_taken = int(s.crowd[cell] != 0)
        s.taken = (s.taken & ~(1 << cell)) | (is_taken << cell)

    def nothing(s: RaceState, cell: int) -> None:
        return None

    note_wall = walled if board.walls else nothing
    note_taken = taken if board.taken else nothing
    return note if board.walls or board.taken else nothing


def walls_on(board: Tables, *, open_only: bool = False) -> Hook:
    """Return squares(s, use): the walls, or those on squares where pieces can be captured."""
    among = _ring(board, open_only)

    def squares(s: RaceState, use: int) -> int:
        return s.walls & among

    return squares


def taken_on(board: Tables, *, open_only: bool = False) -> Hook:
    """Return squares(s, use): where pieces are, or where they are and can be captured."""
    among = _ring(board, open_only)

    def squares(s: RaceState, use: int) -> int:
        return s.taken & among

    return squares


def _ring(board: Tables, open_only: bool) -> int:
    """Return the squares of the ring, or those where pieces can be captured."""
    cells = [cell for cell in range(board.ring) if not (open_only and board.sheltered[cell])]
    return sum(1 << cell for cell in cells)


class _Named(NamedTuple):
    """An answer, and the squares about which it must be asked."""

    answer: Hook  # the function itself, not a wrapper that functools.wraps gave its attributes
    squares: Hook
    exact: bool


def open_outside(board: Tables, squares: Hook) -> Hook:
    """Return may_pass and may_land(s, colour, cell) of a rule that shuts squares(s, use).

    The set can then be compared with a whole way, but only if this rule alone answers. If other
    rules answer as well, or the rule waits for a phase, or a listener is attached, pieces walk.
    """
    ring = board.ring

    def open_to(s: RaceState, colour: int, cell: int) -> Any:
        return cell >= ring or (squares(s, 0) >> cell) & 1 == 0

    open_to.named = _Named(open_to, squares, True)  # type: ignore[attr-defined]
    return open_to


def speaks_on(answer: Hook, squares: Hook) -> Hook:
    """Name the cells about which `may_pass` or `halts` must be asked: at most squares(s, use)."""
    answer.named = _Named(answer, squares, False)  # type: ignore[attr-defined]
    return answer


def shut_by(law: Hook) -> Hook | None:
    """Return the function of the squares that a law shuts; None if its rules do not name them."""
    named = _named(law)
    return named.squares if named is not None and named.exact else None


def squares_of(law: Hook) -> Hook | None:
    """Return the function of the squares about which a law must be asked; None if not named."""
    named = _named(law)
    if named is not None:
        return named.squares
    return _none if is_unanswered(law) else None


def _named(law: Hook) -> _Named | None:
    named: _Named | None = getattr(law, "named", None)
    return named if named is not None and named.answer is law else None


def _none(s: RaceState, use: int) -> int:
    return 0


def seen_from_entry(board: Tables) -> Hook:
    """Return seen(colour, squares): a set of squares, counted from the entry of a colour."""
    ring, cell = board.ring, board.cell
    every = (1 << ring) - 1

    def seen(colour: int, squares: int) -> Any:
        entry = cell[colour, 0]
        return ((squares >> entry) | (squares << (ring - entry))) & every

    return seen
