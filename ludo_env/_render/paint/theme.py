"""Colour themes of a picture: default, night, and colour-blind safe.

A colour is a name: "tile", "ink"; "seat 3" is the colour of seat 3, "pale 3" a tint of it for the
board, "dark 3" a shade of it for outlines. If players are white and black independent of their
seats, there are also "seat white", "pale white" and "dark white", and "sign white" for a sign on
it. A value is red, green, blue, and opacity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ludo_env._engine.arguments import is_one_of
from ludo_env._engine.errors import LudoError, nearest, quoted

MOST_PIXELS = 8192  # of a side of a picture
_DARK = 200  # the sum of red, green and blue of an almost black colour

Colour: TypeAlias = tuple[int, int, int, int]

# Of the seats: green, yellow, blue, red, cyan, purple, orange, white, lime, teal, mauve, silver;
# ebony, fuchsia, umber, azure, navy, khaki, henna, jade, violet, indigo, zinc, damson.
_SEATS = (
    *("#2e9e4f", "#f2b705", "#2f6fdb", "#d93a3a", "#22b8cf", "#8e44c7"),
    *("#ef7d1a", "#e9e4d8", "#9acd1e", "#0f7f83", "#d07fb6", "#9aa3ad"),
    *("#26221f", "#f5199d", "#8a5a2b", "#9fd4f7", "#17275f", "#c4b57a"),
    *("#8c1c1c", "#8be0b8", "#c0a8f5", "#4a3fd0", "#5b6570", "#571a50"),
)
# Colours that are distinct in all common kinds of colour blindness; after M. Okabe and K. Ito. The
# red is P. Tol's, as theirs looks orange.
_SEATS_FOR_ALL = (
    *("#009e73", "#f0e442", "#0072b2", "#cc3311", "#56b4e9", "#cc79a7"),
    *("#e69f00", "#f4f4f4", "#b3de69", "#14506e", "#7a4b94", "#8a8a8a"),
    *("#26221f", "#f5199d", "#8a5a2b", "#c6e6fa", "#17275f", "#c4b57a"),
    *("#7d1414", "#8be0b8", "#c0a8f5", "#4a3fd0", "#4d555e", "#571a50"),
)
_DAY = {
    "paper": "#f6f1e7",
    "board": "#e9dfca",
    "tile": "#fffdf8",
    "edge": "#b3a488",
    "ink": "#2b2620",
    "faint": "#7d7264",
    "accent": "#111111",
    "glow": "#ffffffcc",
    "target": "#11111199",
    "danger": "#d7263d",
    "last": "#6b5f4d88",
    "shadow": "#00000038",
    "head": "#ffffffee",
    "mark": "#2b2620",
    "die": "#fffefa",
    "pip": "#1d1a17",
    "suit": "#c8202f",
    "water": "#9fcbe6",
    "wave": "#5f9fc7",
    "gold": "#e0b03a",
    "panel": "#fffaf0",
    "hover": "#efe4cd",
    "chosen": "#e2d2ae",
    "button": "#e6dac1",
    "veil": "#f6f1e7d8",
    "garrison": "#dcd9cf",
    "seat white": "#fbfaf6",
    "pale white": "#fffefb",
    "dark white": "#4a443b",
    "sign white": "#2b2620",
    "seat black": "#23201d",
    "pale black": "#cfcac0",
    "dark black": "#0d0c0b",
    "sign black": "#f6f1e7",
    "seat grey": "#9b968c",
    "pale grey": "#dcd9cf",
    "dark grey": "#5c5850",
    "sign grey": "#1d1a17",
}
_NIGHT = _DAY | {
    "paper": "#1b1d22",
    "board": "#2a2d34",
    "tile": "#3a3e47",
    "edge": "#5b616e",
    "ink": "#ece7dd",
    "faint": "#a09a8e",
    "accent": "#ffffff",
    "glow": "#000000aa",
    "target": "#ffffffb0",
    "danger": "#ff6b7a",
    "last": "#d8ccb488",
    "shadow": "#00000070",
    "mark": "#f3eee4",
    "die": "#f4f0e6",
    "water": "#2c5873",
    "wave": "#4d8fb8",
    "panel": "#24272d",
    "hover": "#343841",
    "chosen": "#454b57",
    "button": "#363b45",
    "veil": "#1b1d22d8",
    "garrison": "#454b57",
    "pale white": "#5a5e66",
    "pale black": "#17191d",
    "dark white": "#15161a",
    "dark black": "#c9c2b4",
    "seat grey": "#a8a399",
    "pale grey": "#454b57",
}


@dataclass(frozen=True)
class Theme:
    """A set of colours; with `symbols` each colour of pieces also has a sign."""

    name: str
    names: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    symbols: bool = False

    def colour(self, name: str) -> Colour:
        """Return the value of a colour."""
        return self._values[name]

    @property
    def hues(self) -> dict[str, str]:
        """Return every colour by its name, as #rrggbbaa."""
        return {name: "#" + bytes(value).hex() for name, value in self._values.items()}

    @cached_property
    def _values(self) -> dict[str, Colour]:
        values = {name: _value(text) for name, text in self.names}
        tile, black = values["tile"], (0, 0, 0, 255)
        for seat, text in enumerate(self.seats):
            base = _value(text)
            values[f"seat {seat}"] = base
            values[f"pale {seat}"] = _mixed(base, tile, 0.62)
            # The line around an almost black colour must be lighter than the colour.
            line = (255, 255, 255, 255) if sum(base[:3]) < _DARK else black
            values[f"dark {seat}"] = _mixed(base, line, 0.42)
        return values


def _value(text: str) -> Colour:
    digits = bytes.fromhex(text[1:].ljust(8, "f"))
    return (digits[0], digits[1], digits[2], digits[3])


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a mixture of two colours."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one[:3], other[:3], strict=True))
    return (red, green, blue, 255)


def _theme(
    name: str, colours: dict[str, str], seats: Sequence[str], symbols: bool = False
) -> Theme:
    return Theme(name, tuple(colours.items()), tuple(seats), symbols)


DAY = _theme("day", _DAY, _SEATS)
NIGHT = _theme("night", _NIGHT, _SEATS)
CLEAR = _theme("clear", _DAY, _SEATS_FOR_ALL, symbols=True)
THEMES = {theme.name: theme for theme in (DAY, NIGHT, CLEAR)}


def theme_of(name: str) -> Theme:
    """Return a theme by its name; refuse an unknown one."""
    if not is_one_of(name, THEMES):
        raise LudoError(f"Unknown theme {quoted(name)}; {nearest(name, THEMES)}")
    return THEMES[name]
