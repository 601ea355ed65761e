"""The names of the colours of players, and what they are in a terminal."""

from __future__ import annotations

from collections.abc import Callable

# paint(text, seat) -> the text in the colour of a seat
Paint = Callable[[str, int], str]

# Each begins with a letter of its own, by which its pieces are known.
COLOURS = (
    *("green", "yellow", "blue", "red", "cyan", "purple"),
    *("orange", "white", "lime", "teal", "mauve", "silver"),
)
_ANSI = (
    *("32", "33", "34", "31", "36", "35"),
    *("38;5;208", "97", "38;5;154", "38;5;30", "38;5;218", "38;5;247"),
)
_CLEAR = "\x1b[0m"


def in_colour(text: str, seat: int) -> str:
    """The text in the colour of a seat."""
    return f"\x1b[{_ANSI[seat % len(_ANSI)]};1m{text}{_CLEAR}"


def plainly(text: str, seat: int) -> str:
    """The text as it is."""
    return text
