"""The side panel: whose turn it is, the moves as lines, messages, news, buttons."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from ludo_env._render.keys import Key
from ludo_env._render.widgets import Sheet, shortened, wrapped

_ROW = 1.85  # the height of a line, of its letters
_BUTTON = 2.3
_WIDE = 1.12  # wider windows (width over height) have the panel on the right
_MESSAGE = 3  # lines


class Box(NamedTuple):
    """A part of a window, in pixels."""

    x: float
    y: float
    width: float
    height: float


class Places(NamedTuple):
    """Where everything is in a window, and the height of letters."""

    size: float
    board: Box
    head: Box
    lines: Box
    message: Box
    news: Box
    buttons: Box
    in_row: int  # number of buttons

    @property
    def rows(self) -> int:
        """The number of visible lines."""
        return max(1, int(self.lines.height / (_ROW * self.size)))


class Line(NamedTuple):
    """A line that can be pressed."""

    key: Key
    number: str
    words: str
    state: str = ""


class Button(NamedTuple):
    """A button: its key, its words, its state."""

    key: str
    label: str
    state: str = ""


class Panel(NamedTuple):
    """The contents of a panel."""

    title: str
    lines: list[Line]
    first: int  # the line at the top
    message: str
    news: list[str]
    buttons: list[Button]


def places_of(width: int, height: int, buttons: int) -> Places:
    """Return the board as large as can be, the panel right of it, or below in a high window."""
    if width > _WIDE * height:
        size = min(26.0, max(9.0, min(width / 66, height / 46)))
        return _beside(width, height, size, buttons)
    size = min(26.0, max(9.0, min(width / 44, height / 62)))
    return _below(width, height, size, buttons)


def _beside(width: int, height: int, size: float, buttons: int) -> Places:
    edge = 0.8 * size
    # The board needs no more than a little less than the height.
    wide = max(23 * size, min(32 * size, width - 0.93 * height))
    left, room = width - wide, wide - edge
    in_row = 4
    high = ceil(buttons / in_row) * _BUTTON * size
    head = Box(left, edge, room, 1.8 * size)
    message_high = (_MESSAGE * 1.5 + 0.6) * size
    rest = height - 4 * edge - head.height - message_high - high
    lines = Box(left, edge + head.height, room, 0.62 * rest)
    message = Box(left, lines.y + lines.height + 0.5 * edge, room, message_high)
    news = Box(left, message.y + message_high + 0.5 * edge, room, 0.38 * rest)
    foot = Box(left, height - edge - high, room, high)
    board = Box(edge, edge, left - 2 * edge, height - 2 * edge)
    return Places(size, board, head, lines, message, news, foot, in_row)


def _below(width: int, height: int, size: float, buttons: int) -> Places:
    edge = 0.8 * size
    tall = min(1.12 * (width - 2 * edge), 0.62 * height)
    board = Box(edge, edge, width - 2 * edge, tall)
    top, room = 2 * edge + tall, width - 2 * edge
    high = _BUTTON * size
    head = Box(edge, top, room, 1.8 * size)
    message = Box(edge, top + head.height, room, (2 * 1.5 + 0.6) * size)
    middle = message.y + message.height + 0.5 * edge
    rest = height - edge - high - 0.5 * edge - middle
    lines = Box(edge, middle, 0.6 * room, rest)
    news = Box(edge + 0.62 * room, middle, 0.38 * room, rest)
    foot = Box(edge, height - edge - high, room, high)
    return Places(size, board, head, lines, message, news, foot, buttons)


def panel_sheet(width: int, height: int, places: Places, panel: Panel) -> Sheet:
    """Return a panel as widgets, in the pixels of the window."""
    sheet, size = Sheet(width, height), places.size
    head = places.head
    title = shortened(panel.title, head.width / 1.1, 1.15 * size)
    sheet.text("title", head.x, head.y + 0.7 * size, title, 1.15 * size, bold=True)
    sheet.frame("lines", *places.lines, "panel", "edge")
    _add_lines(sheet, places, panel)
    box = places.message
    sheet.frame("message", *box, "board")
    fits = int((box.height - 0.4 * size) / (1.5 * size))
    fitted = _fitting(panel.message, box.width - size, size, fits)
    for number, text in enumerate(fitted):
        y = box.y + 0.5 * box.height + (number - (len(fitted) - 1) / 2) * 1.5 * size
        sheet.text(f"message {number}", box.x + 0.5 * size, y, text, size)
    _add_news(sheet, places, panel)
    _add_buttons(sheet, places, panel)
    return sheet


def _add_lines(sheet: Sheet, places: Places, panel: Panel) -> None:
    box, high = places.lines, _ROW * places.size
    rows = places.rows
    more = len(panel.lines) > rows
    room = box.width - (0.8 if more else 0) * places.size
    for row, line in enumerate(panel.lines[panel.first : panel.first + rows]):
        y = box.y + row * high + 0.5 * (box.height - rows * high)
        sheet.line(
            line.key, box.x + 2, y, room - 4, high, line.number, line.words, places.size, line.state
        )
    if more:
        share = rows / len(panel.lines)
        top = panel.first / len(panel.lines) * (box.height - 8) + 4
        x = box.x + box.width - 0.65 * places.size
        sheet.frame("scroll", x, box.y + top, 0.4 * places.size, share * (box.height - 8), "edge")


def _add_news(sheet: Sheet, places: Places, panel: Panel) -> None:
    """Add the last of the news at the bottom, as much as there is room for."""
    box, size = places.news, 0.88 * places.size
    room = int(box.height / (1.5 * size))
    indent = size  # of lines that go on
    fitted: list[tuple[str, str, float]] = []
    for age, words in enumerate(reversed(panel.news)):
        fill = "ink" if not age else "faint"
        lines = wrapped(words, box.width - size - indent, size)
        if fitted and len(fitted) + len(lines) > room:
            break  # whole messages only
        fitted = [*((line, fill, indent * bool(at)) for at, line in enumerate(lines)), *fitted]
    for number, (text, fill, aside) in enumerate(fitted[-room:] if room else []):
        y = box.y + (number + 0.75) * 1.5 * size
        sheet.text(f"news {number}", box.x + 0.5 * size + aside, y, text, size, fill)


def _add_buttons(sheet: Sheet, places: Places, panel: Panel) -> None:
    box, gap = places.buttons, 0.3 * places.size
    wide = (box.width + gap) / places.in_row
    high = _BUTTON * places.size
    for number, button in enumerate(panel.buttons):
        row, column = divmod(number, places.in_row)
        at = box.x + column * wide, box.y + row * high
        sheet.button(
            button.key, *at, wide - gap, high - gap, button.label, 0.95 * places.size, button.state
        )


def _fitting(text: str, width: float, size: float, rows: int) -> list[str]:
    """Return the text in this many lines at most; the last shows that there was more."""
    lines = list(wrapped(text, width, size))
    if len(lines) > rows:
        lines = [*lines[: rows - 1], shortened(f"{lines[rows - 1]} ...", width, size)]
    return lines
