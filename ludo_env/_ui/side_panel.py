"""The side panel: the player to act, a message, the moves as lines, notes, buttons."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from ludo_env._render.keys import Key
from ludo_env._render.letters import width_of
from ludo_env._render.widgets import Sheet, room_for_words, shortened, wrapped

_ROW = 1.85  # the height of a line, of its letters
_BUTTON = 2.3
_WIDE = 1.12  # wider windows (width over height) have the panel on the right
_MESSAGE = 3  # lines
_SCROLL = 0.8  # the width of the scroll bar of a list, of its letters


class Box(NamedTuple):
    """A part of a window, in pixels."""

    x: float
    y: float
    width: float
    height: float


class Places(NamedTuple):
    """The places of all parts of a window, and the height of letters."""

    size: float
    board: Box
    head: Box
    lines: Box
    message: Box
    news: Box
    buttons: Box
    in_row: int  # number of buttons


class Line(NamedTuple):
    """A line that can be pressed."""

    key: Key
    number: str
    words: str
    state: str = ""
    aside: str = ""  # at its end


class Button(NamedTuple):
    """A button: its key, its words, its state."""

    key: str
    label: str
    state: str = ""


class Note(NamedTuple):
    """A line that cannot be pressed, with a chip in a player's colour."""

    fill: str
    words: str
    recent: bool = True
    strong: bool = False


class Panel(NamedTuple):
    """The contents of a panel."""

    title: str
    fill: str  # the colour of a chip before the title, or ""
    lines: list[Line]
    first: int  # the line at the top
    message: str
    heading: str  # of the notes
    notes: list[Note]
    buttons: list[Button]


def places_of(width: int, height: int, buttons: int, text: int = 100) -> Places:
    """Return the places: the largest possible board, and the panel right of it or below it.

    `text` is the size of letters in per cent, as far as there is room for them.
    """
    if width > _WIDE * height:
        size = min(26.0, max(9.0, min(width / 66, height / 46))) * text / 100
        return _beside(width, height, min(size, height / 26, width / 40), buttons)
    size = min(26.0, max(9.0, min(width / 44, height / 62))) * text / 100
    return _below(width, height, min(size, width / 28, height / 40), buttons)


def _beside(width: int, height: int, size: float, buttons: int) -> Places:
    edge = 0.8 * size
    # The board needs slightly less than the height of the window.
    wide = max(23 * size, min(32 * size, width - 0.93 * height))
    left, room = width - wide, wide - edge
    in_row = 4
    high = ceil(buttons / in_row) * _BUTTON * size
    head = Box(left, edge, room, 2 * size)
    rows = _MESSAGE if height > 40 * size else _MESSAGE - 1
    message = Box(left, edge + head.height, room, (rows * 1.5 + 0.6) * size)
    top = message.y + message.height + 0.5 * edge
    rest = height - top - 2 * edge - high
    lines = Box(left, top, room, 0.56 * rest)
    notes = Box(left, top + lines.height + 0.4 * edge, room, 0.44 * rest - 0.4 * edge)
    foot = Box(left, height - edge - high, room, high)
    board = Box(edge, edge, left - 2 * edge, height - 2 * edge)
    return Places(size, board, head, lines, message, notes, foot, in_row)


def _below(width: int, height: int, size: float, buttons: int) -> Places:
    edge = 0.8 * size
    in_row = buttons if buttons * 5 * size < width else ceil(buttons / 2)
    high = ceil(buttons / in_row) * _BUTTON * size
    tall = min(1.12 * (width - 2 * edge), 0.62 * height, height - high - 18 * size)
    board = Box(edge, edge, width - 2 * edge, tall)
    top, room = 2 * edge + tall, width - 2 * edge
    head = Box(edge, top, room, 1.8 * size)
    message = Box(edge, top + head.height, room, (2 * 1.5 + 0.6) * size)
    middle = message.y + message.height + 0.5 * edge
    rest = height - edge - high - 0.5 * edge - middle
    lines = Box(edge, middle, 0.56 * room, rest)
    notes = Box(edge + 0.58 * room, middle, 0.42 * room, rest)
    foot = Box(edge, height - edge - high, room, high)
    return Places(size, board, head, lines, message, notes, foot, in_row)


def visible_lines(places: Places, lines: list[Line], first: int) -> tuple[int, int]:
    """Return the top line, as near as possible to `first`, and the number of lines that fit."""
    heights = [_height(places, line) for line in lines]
    room, last, left = places.lines.height, len(lines), 0.0
    while last and left + heights[last - 1] <= room:
        last -= 1
        left += heights[last]
    top, count, used = max(0, min(first, last)), 0, 0.0
    for height in heights[top:]:
        used += height
        if used > room:
            break
        count += 1
    return top, max(1, count)


def _height(places: Places, line: Line) -> float:
    """Return the height of a line; long words take up to three rows."""
    size = places.size
    wide = places.lines.width - _SCROLL * size - 4
    room = room_for_words(wide, line.number, line.aside, size)
    rows = 1 if width_of(line.words, size) <= room else len(wrapped(line.words, room, size))
    return (_ROW + 1.3 * (min(rows, 3) - 1)) * size


def panel_sheet(width: int, height: int, places: Places, panel: Panel) -> Sheet:
    """Return a panel as widgets, in the pixels of the window."""
    sheet, size = Sheet(width, height), places.size
    head = places.head
    aside = 1.7 * size if panel.fill else 0
    if panel.fill:
        sheet.chip("chip", head.x + 0.75 * size, head.y + 0.8 * size, 0.62 * size, panel.fill)
    large = min(1.35, 1.35 * (head.width - aside) / width_of(panel.title, 1.35 * size, bold=True))
    sheet.text("title", head.x + aside, head.y + 0.8 * size, panel.title, large * size, bold=True)
    box = places.message
    sheet.frame("message", *box, "board")
    fits = int((box.height - 0.4 * size) / (1.5 * size))
    fitted = _fitting(panel.message, box.width - size, size, fits)
    for number, text in enumerate(fitted):
        y = box.y + 0.5 * box.height + (number - (len(fitted) - 1) / 2) * 1.5 * size
        sheet.text(f"message {number}", box.x + 0.5 * size, y, text, size)
    sheet.frame("lines", *places.lines, "panel", "edge")
    _add_lines(sheet, places, panel)
    _add_notes(sheet, places, panel)
    _add_buttons(sheet, places, panel)
    return sheet


def _add_lines(sheet: Sheet, places: Places, panel: Panel) -> None:
    box, size = places.lines, places.size
    first, rows = visible_lines(places, panel.lines, panel.first)
    more = len(panel.lines) > rows
    room, y = box.width - (_SCROLL if more else 0) * size, box.y
    for line in panel.lines[first : first + rows]:
        high = _height(places, line)
        sheet.line(
            line.key, box.x + 2, y, room - 4, high, line.number, line.words, size, line.state,
            line.aside, 1 + round((high / size - _ROW) / 1.3),
        )  # fmt: skip
        y += high
    if more:
        share = rows / len(panel.lines)
        top = first / len(panel.lines) * (box.height - 8) + 4
        x = box.x + box.width - 0.65 * size
        sheet.frame("scroll", x, box.y + top, 0.4 * size, share * (box.height - 8), "edge")


def _add_notes(sheet: Sheet, places: Places, panel: Panel) -> None:
    """Add the heading, and below it as many of the last notes as there is room for."""
    box, size = places.news, 0.9 * places.size
    room = int(box.height / (1.5 * size)) - 1
    if room < 1 or not panel.notes:
        return
    x = box.x + 0.5 * size
    sheet.text("heading", x, box.y + 0.75 * size, panel.heading, size, "faint", bold=True)
    fitted: list[tuple[str, Note, bool]] = []
    for note in reversed(panel.notes):
        lines = wrapped(note.words, box.width - 2.2 * size, size)
        if fitted and len(fitted) + len(lines) > room:
            break  # whole messages only
        fitted = [*((line, note, not at) for at, line in enumerate(lines)), *fitted]
    for number, (text, note, starts) in enumerate(fitted[-room:]):
        y = box.y + (number + 2.1) * 1.5 * size - 0.9 * size
        if starts and note.fill:
            sheet.chip(f"note chip {number}", x + 0.4 * size, y, 0.36 * size, note.fill)
        fill = "danger" if note.strong and note.recent else "ink" if note.recent else "faint"
        sheet.text(f"note {number}", x + 1.3 * size, y, text, size, fill)


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
    """Return the text in at most `rows` lines; "..." in the last shows that words are missing."""
    lines = list(wrapped(text, width, size))
    if len(lines) > rows:
        lines = [*lines[: rows - 1], shortened(f"{lines[rows - 1]} ...", width, size)]
    return lines
