"""The screen of a terminal: a board with the players, the news and the moves, in the given size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludo_env._engine.plurals import counted
from ludo_env._render.text_lines import broken, in_columns, side_by_side, width_of

CLEARED = "\x1b[H\x1b[2J"  # the cursor to the top of an empty screen
_GAP = 2  # columns between the board and what is beside it
_SQUARE = 3  # columns of a square on a board
_NEWS = 6  # lines that the news need before the signs are shown
_NARROW = 20  # columns that are too few beside a board


class Shown(NamedTuple):
    """What a screen shows; the news and the signs only as far as there is room."""

    board: Sequence[str]
    players: Sequence[str]
    news: Sequence[str] = ()
    signs: Sequence[str] = ()
    question: str = ""
    moves: Sequence[str] = ()


def arranged(shown: Shown, columns: int, lines: int) -> str:
    """Return the lines of a screen, the last one left free for the prompt.

    The players and the news are beside the board and the moves below it; or the other way round if
    only that fits. If nothing fits, the first moves are shown and the others counted; a terminal
    smaller than the board scrolls.
    """
    widest = max(map(width_of, shown.board), default=0)
    width = -(-widest // _SQUARE) * _SQUARE  # the same whatever is on the last squares
    beside, rows = columns - width - _GAP - 1, lines - 1
    if beside < _NARROW:
        left = [*shown.board, "", *_notes(shown, columns, rows)]
        return "\n".join([*left, "", *_moves(shown, columns)])
    moves = _moves(shown, columns)
    needed = max(len(shown.board), len(broken(shown.players, beside)))
    if needed + len(moves) > rows:
        left, right = _below(shown, width, rows), _moves(shown, beside)
        if len(left) <= rows and len(right) <= rows:
            return "\n".join(side_by_side(left, right, width + _GAP))
        moves = _first(shown, columns, rows - needed)
    room = max(needed, rows - len(moves))
    left, right = list(shown.board), _notes(shown, beside, room)
    apart = [""] if moves and max(len(left), len(right)) < room else []
    return "\n".join([*side_by_side(left, right, width + _GAP), *apart, *moves])


def _below(shown: Shown, width: int, rows: int) -> list[str]:
    """Return the board and below it the players and the news."""
    notes = _notes(shown, width, rows - len(shown.board) - 1)
    return [*shown.board, "", *notes]


def _notes(shown: Shown, width: int, rows: int) -> list[str]:
    """Return the players, the latest news, and the signs of the board, as far as there is room."""
    players = broken(shown.players, width)
    room = rows - len(players) - 1
    signs = in_columns(shown.signs, width)
    if room < len(signs) + (_NEWS if shown.news else 0):
        signs = []
    news = _latest(shown.news, width, room - len(signs) - bool(signs))
    parts = [players, news, signs]
    found: list[str] = []
    for part in filter(None, parts):
        found += ["", *part] if found else part
    return found


def _latest(news: Sequence[str], width: int, room: int) -> list[str]:
    """Return the latest of the news that there is room for, after ".." if some are left out."""
    found: list[str] = []
    for at, line in reversed(list(enumerate(news))):
        more = broken([line], width)
        if len(more) + len(found) + bool(at) > room:
            return ["..", *found] if room > 0 else []
        found = [*more, *found]
    return found


def _moves(shown: Shown, width: int) -> list[str]:
    """Return the question and all moves."""
    asked = [shown.question] if shown.question else []
    return broken([*asked, *in_columns(shown.moves, width)], width)


def _first(shown: Shown, width: int, rows: int) -> list[str]:
    """Return the question and as many moves as there is room for, at least one."""
    for count in range(len(shown.moves) - 1, 0, -1):
        rest = f"  .. and {counted(len(shown.moves) - count, 'more line')}; moves shows all."
        found = [*_moves(shown._replace(moves=shown.moves[:count]), width), rest]
        if len(found) <= rows or count == 1:
            return found
    return _moves(shown, width)
