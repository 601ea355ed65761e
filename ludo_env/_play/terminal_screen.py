"""The layout of a terminal screen: a board with the players, the news and the moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludo_env._render.text_lines import broken, in_columns, side_by_side, width_of

CLEARED = "\x1b[H\x1b[2J"  # the cursor to the top of an empty screen
_GAP = 2  # columns between the board and what is beside it
_SQUARE = 3  # columns of a square on a board
_NEWS = 6  # lines that the news need before the signs are shown
_LEAST = 3  # lines for a question, a line of moves, and the number of their page
_RECENT = 2  # lines that the news have before moves are put on pages
_NARROW = 20  # fewer columns beside a board are not used


class Shown(NamedTuple):
    """The contents of a screen; news and signs are shown only as far as there is room."""

    board: Sequence[str]
    players: Sequence[str]
    news: Sequence[str] = ()
    signs: Sequence[str] = ()
    question: str = ""
    moves: Sequence[str] = ()
    page: int = 0  # of the moves, if they need several


def arranged(shown: Shown, columns: int, lines: int) -> str:
    """Return the lines of a screen; the last line of the terminal stays free for the prompt.

    The players and the news are beside the board and the moves are below it. It is the other way
    round if more moves fit then. Everything is below a wide board. Moves that do not fit are on
    further pages. A terminal smaller than the board scrolls.
    """
    widest = max(map(width_of, shown.board), default=0)
    width = -(-widest // _SQUARE) * _SQUARE  # the same whatever is on the last squares
    beside, rows = columns - width - _GAP - 1, lines - 1
    if beside < _NARROW:
        return "\n".join(_stacked(shown, columns, rows))
    needed = max(len(shown.board), len(broken(shown.players, beside)))
    below = _pages(shown, columns, rows - needed)
    if len(below) > 1:
        left, pages = _below(shown, width, rows), _pages(shown, beside, rows)
        if len(left) <= rows and len(pages) < len(below):
            return "\n".join(side_by_side(left, _open(shown, pages), width + _GAP))
    moves = _open(shown, below)
    room = max(needed, rows - len(moves))
    left, right = list(shown.board), _notes(shown, beside, room)
    apart = [""] if moves and max(len(left), len(right)) < room else []
    return "\n".join([*side_by_side(left, right, width + _GAP), *apart, *moves])


def _stacked(shown: Shown, columns: int, rows: int) -> list[str]:
    """Return the board and below it everything else."""
    players = _players(shown.players, columns - 1)
    room = rows - len(shown.board) - len(players)
    if room < _LEAST:
        notes = _notes(shown, columns, rows)
        return [*shown.board, "", *notes, "", *_moves(shown, columns)]
    moves = _open(shown, _pages(shown, columns, max(_LEAST, room - _RECENT)))
    news = _latest(shown.news, columns, room - len(moves))
    apart = [""] if len(news) + len(moves) < room else []
    return [*shown.board, *apart, *players, *news, *moves]


def _below(shown: Shown, width: int, rows: int) -> list[str]:
    """Return the board and below it the players and the news."""
    room = rows - len(shown.board)
    players = _players(shown.players, width)
    if len(players) >= room:
        return [*shown.board, *players]
    return [*shown.board, "", *_notes(shown._replace(players=players), width, room - 1)]


def _players(lines: Sequence[str], width: int) -> list[str]:
    """Return the players in few lines; the last line may be about the game."""
    ways = in_columns(lines, width), [*in_columns(lines[:-1], width), *lines[-1:]]
    return min((broken(way, width) for way in ways), key=len)


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
    """Return as many of the latest news as there is room for, after ".." if some are left out."""
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


def _pages(shown: Shown, width: int, rows: int) -> list[list[str]]:
    """Return the pages of moves, each with the question; one page if there is room."""
    whole = _moves(shown, width)
    if len(whole) <= rows:
        return [whole]
    pages, rest = [], list(shown.moves)
    while rest:
        count = len(rest)
        while count > 1 and len(_moves(shown._replace(moves=rest[:count]), width)) >= rows:
            count -= 1
        pages.append(_moves(shown._replace(moves=rest[:count]), width))
        rest = rest[count:]
    return pages


def _open(shown: Shown, pages: Sequence[list[str]]) -> list[str]:
    """Return the lines of the page that is shown, with its number if there are several."""
    number = shown.page % len(pages)
    if len(pages) == 1:
        return pages[0]
    return [*pages[number], f"page {number + 1} of {len(pages)} (Enter)"]
