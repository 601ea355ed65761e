"""The cursor of a list: the line marked by the keyboard, and the visible part of the list."""

from __future__ import annotations

from ludo_env._render.keys import Key
from ludo_env._ui.side_panel import Line

_TYPING = 1.2  # most seconds between two digits of a number


class ListCursor:
    """A mark that moves from line to line, and a list that scrolls with it."""

    def __init__(self) -> None:
        self.key: Key | None = None  # of the marked line
        self.first = 0  # the line at the top
        self.rows = 1  # number of visible lines
        self._digits, self._since = "", 0.0

    def clear(self) -> None:
        """Clear the mark, and scroll to the beginning."""
        self.key, self.first, self._digits = None, 0, ""

    def wait(self, seconds: float) -> None:
        """Let time pass; a late digit begins a new number."""
        self._since += seconds

    def scroll(self, lines: float) -> None:
        """Scroll the list."""
        self.first = max(0, self.first + round(lines))

    def move(self, lines: list[Line], step: int) -> None:
        """Mark the next or the previous line; without a mark the first or the last."""
        keys = [line.key for line in lines]
        if keys:
            start = 0 if step > 0 else -1
            at = keys.index(self.key) + step if self.key in keys else start
            self.mark(lines, keys[at % len(keys)])

    def digit(self, lines: list[Line], digit: str) -> None:
        """Mark the line with the number typed so far."""
        digits = ("" if self._since > _TYPING else self._digits) + digit
        keys = {line.number: line.key for line in lines}
        self._digits, self._since = digits if digits in keys else digit, 0
        self.mark(lines, keys.get(self._digits, self.key))

    def mark(self, lines: list[Line], key: Key | None) -> None:
        """Mark a line, and scroll to it."""
        self.key = key
        keys = [line.key for line in lines]
        if key in keys:
            at = keys.index(key)
            self.first = min(max(self.first, at - self.rows + 1), at)
