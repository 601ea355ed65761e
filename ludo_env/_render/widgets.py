"""Widgets: buttons, lines and frames around a board in a window, as shapes in pixels."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ludo_env._render.keys import Key, Part
from ludo_env._render.letters import size_in, width_of
from ludo_env._render.shapes import Area, Disc, Item, Scene, Shape, Spot, Words, box

# The look of buttons and lines: the fill, the edge, the letters.
_STATES = {
    "": ("button", "edge", "ink"),
    "hover": ("hover", "accent", "ink"),
    "chosen": ("chosen", "accent", "ink"),
}
_LINES = {"": "", "hover": "hover", "chosen": "chosen"}


class Layer(NamedTuple):
    """A scene with its upper left corner at a pixel, and the pixels per square."""

    scene: Scene
    x: float
    y: float
    scale: float


class Sheet:
    """A picture in pixels to which widgets are added; clickable parts have keys."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.items: list[Item] = []
        self.spots: list[Spot] = []

    @property
    def scene(self) -> Scene:
        """Return all widgets as a scene with a scale of 1."""
        return Scene(self.width, self.height, (), tuple(self.items), tuple(self.spots))

    def add(self, key: Key, x: float, y: float, art: tuple[Shape, ...]) -> None:
        """Add shapes around a point."""
        self.items.append(Item(key, round(x), round(y), art))

    def chip(self, key: Key, x: float, y: float, radius: float, fill: str) -> None:
        """Add a disc in the colour of a player."""
        rim = 0.2 * radius
        self.add(key, x, y, (Disc(0, 0, radius, fill, fill.replace("seat", "dark"), rim),))

    def text(
        self,
        key: Key,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str = "ink",
        align: str = "start",
        bold: bool = False,
    ) -> None:
        """Add a line of text, vertically centred on `y`."""
        if text:
            self.add(key, x, y, (Words(0, 0, text, size, fill, align, bold),))

    def frame(
        self, key: Key, x: float, y: float, width: float, height: float, fill: str, line: str = ""
    ) -> None:
        """Add a box with round corners."""
        self.add(key, x, y, (_box(round(width), round(height), fill, line),))

    def button(
        self,
        key: Key,
        x: float,
        y: float,
        width: float,
        height: float,
        label: str,
        size: float,
        state: str = "",
    ) -> None:
        """Add a button; its state is "", "hover" or "chosen"."""
        fill, line, ink = _STATES[state]
        self.frame(key, x, y, width, height, fill, line)
        fits = size_in(label, width - 0.6 * size, size)
        self.text(Part(key, "label"), x + width / 2, y + height / 2, label, fits, ink, "middle")
        self.touch(key, x, y, width, height)

    def line(
        self,
        key: Key,
        x: float,
        y: float,
        width: float,
        height: float,
        number: str,
        words: str,
        size: float,
        state: str = "",
        aside: str = "",
        rows: int = 1,
    ) -> None:
        """Add a clickable line of a list, with a number before it, in at most `rows` rows.

        The text `aside` is at its end.
        """
        if _LINES[state]:
            self.frame(key, x, y, width, height, _LINES[state])
        middle, before = y + height / 2, _before(number, size)
        self.text(
            Part(key, "number"), x + before - 0.5 * size, middle, number, size, "faint", "end"
        )
        self.text(Part(key, "aside"), x + width - 0.5 * size, middle, aside, size, "ink", "end")
        start = x + (before if number else 0.5 * size)
        room = room_for_words(width, number, aside, size)
        lines = list(wrapped(words, room, size)) if rows > 1 else [shortened(words, room, size)]
        if len(lines) > rows:
            lines = [*lines[: rows - 1], shortened(" ".join(lines[rows - 1 :]), room, size)]
        for row, text in enumerate(lines):
            at = middle + (row - (len(lines) - 1) / 2) * 1.3 * size
            self.text(Part(key, f"words {row}" if row else "words"), start, at, text, size)
        self.touch(key, x, y, width, height)

    def touch(self, key: Key, x: float, y: float, width: float, height: float) -> None:
        """Add a clickable box."""
        self.spots.append(Spot(key, x + width / 2, y + height / 2, width / 2, height / 2))


def room_for_words(width: float, number: str, aside: str, size: float) -> float:
    """Return the room for the words of a line, between its number and the text at its end."""
    beside = width_of(aside, size) + 0.8 * size if aside else 0.0
    return width - 0.4 * size - (_before(number, size) if number else 0.5 * size) - beside


def _before(number: str, size: float) -> float:
    """Return the width of the column of a number."""
    return max(2.1, 0.6 * len(number) + 0.9) * size


def keys_at(spots: Iterable[Spot], x: float, y: float) -> list[Key]:
    """Return the keys under a point: smallest first, then nearest, then topmost."""
    found = [
        (round(spot.across * spot.down, 3), (spot.x - x) ** 2 + (spot.y - y) ** 2, -at, spot.key)
        for at, spot in enumerate(spots)
        if spot.holds(x, y)
    ]
    return [key for *_, key in sorted(found)]


def shortened(text: str, width: float, size: float) -> str:
    """Return a text, cut off with "..." if it is too wide."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "...", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}..."


@lru_cache(maxsize=512)
def wrapped(text: str, width: float, size: float) -> tuple[str, ...]:
    """Return a text in lines of at most this width, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(shortened(line, width, size) for line in lines)


@lru_cache(maxsize=512)
def _box(width: int, height: int, fill: str, line: str) -> Area:
    return box(0, 0, width, height, fill, line, 1.5 if line else 0, min(7, width / 4, height / 4))
