"""The ways of a board as text, a line each, tile after tile.

"a0..a9 > x"                    everybody may go from a0 by a1, .. to a9 and on to x
"x > r1..r4 > rhome for 0"      only the colour at seat 0 may go here
"a5 > b5 if captured"           a door: open to colours for which a rule opens doors "captured"
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from ludo_env._engine.errors import SpecError, quoted

# The largest number in a line of tiles.
_FAR = 1000
_TILE = re.compile(r"(\w*?)(\d{0,6})")
_LINE = re.compile(r"(?P<tiles>.*?)(?: for (?P<seats>[\d, ]+))?(?: if (?P<door>\w+))?")
_POINT = re.compile(
    r"(@?\w+) (-?\d{1,6}(?:\.\d+)?) (-?\d{1,6}(?:\.\d+)?)(?: (up|down|left|right))?"
)


class Edge(NamedTuple):
    """One step from tile to tile: for which seats (none: all), through which door ("": none)."""

    start: str
    end: str
    seats: tuple[int, ...]
    door: str


def edges_of(line: str) -> Iterable[Edge]:
    """Return the steps of one line of the paths."""
    parts = _LINE.fullmatch(line) if isinstance(line, str) else None
    words = [word.strip() for word in parts["tiles"].split(">")] if parts else []
    tiles = [tile for word in words for tile in _tiles(word, line)]
    if parts is None or len(tiles) < 2:
        raise SpecError(
            f"The path {quoted(line)} does not go from a tile to a tile, as 'a > b' does."
        )
    seats = tuple(int(seat) for seat in (parts["seats"] or "").replace(",", " ").split())
    for start, end in pairwise(tiles):
        yield Edge(start, end, seats, parts["door"] or "")


def point_of(line: str) -> tuple[str, float, float]:
    """Return where to draw a tile, or the yard "@0" of seat 0: name, right, down."""
    found = _POINT.fullmatch(line) if isinstance(line, str) else None
    if found is None:
        raise SpecError(
            f"The point {quoted(line)} is not a tile with two numbers, as 'a0 3 4.5' is."
        )
    return found[1], float(found[2]), float(found[3])


def pile_of(line: str) -> tuple[str, str]:
    """Return the tile of a point and the direction of its column; "" if it has no column."""
    found = _POINT.fullmatch(line)
    return (found[1], found[4] or "") if found else ("", "")


def _tiles(word: str, line: str) -> Iterable[str]:
    """Return a tile, or several: "a1..a9"."""
    first, dots, last = word.partition("..")
    names = [_TILE.fullmatch(name) for name in ((first, last) if dots else (first,))]
    if not all(name and name[0] for name in names):
        raise SpecError(f"In the path {quoted(line)}, {quoted(word)} is not a tile.")
    if not dots:
        return [first]
    start, end = names
    if not (start and end and start[1] == end[1] and start[2] and end[2]):
        raise SpecError(
            f"In the path {quoted(line)}, {quoted(word)} does not count from tile to tile."
        )
    low, high = int(start[2]), int(end[2])
    if abs(high - low) > _FAR:
        raise SpecError(f"In the path {quoted(line)}, {quoted(word)} is more than {_FAR} tiles.")
    step = 1 if low <= high else -1
    return [f"{start[1]}{number}" for number in range(low, high + step, step)]
