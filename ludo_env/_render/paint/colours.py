"""The names of players' colours, and their codes in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

# The colour of a seat by its number, or another by its name.
Hue: TypeAlias = int | str

# paint(text, hue) -> the text in a colour
Paint = Callable[[str, Hue], str]

# Each begins with a different letter, which marks its pieces in text.
COLOURS = (
    *("green", "yellow", "blue", "red", "cyan", "purple"),
    *("orange", "white", "lime", "teal", "mauve", "silver"),
    *("ebony", "fuchsia", "umber", "azure", "navy", "khaki"),
    *("henna", "jade", "violet", "indigo", "zinc", "damson"),
)
_ANSI = (
    *("32", "33", "34", "31", "36", "35"),
    *("38;5;208", "97", "38;5;154", "38;5;30", "38;5;218", "38;5;247"),
    *("30;107", "38;5;199", "38;5;130", "38;5;117", "97;44", "38;5;143"),
    *("38;5;124", "38;5;121", "38;5;183", "38;5;62", "38;5;242", "38;5;127"),
)
# These have their own background, so that they are readable on any other.
_NAMED = {"white": "97;40", "black": "30;107"}
_CLEAR = "\x1b[0m"


def in_colour(text: str, hue: Hue) -> str:
    """Return the text in a colour; unchanged if the colour has no terminal code ("grey")."""
    code = _NAMED.get(hue, "") if isinstance(hue, str) else _ANSI[hue % len(_ANSI)]
    return f"\x1b[{code};1m{text}{_CLEAR}" if code else text


def plainly(text: str, hue: Hue) -> str:
    """Return the text unchanged."""
    return text
