"""The places of a large graph in the lines of a terminal: each as near as possible to its point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ludo_env._render.layout.layout import Layout, Point

LINES, COLUMNS = 14, 77  # with players and moves below it, 24 lines of 80
WIDTH = 3  # characters per place
_LINE = 2.2  # the number of columns that are as far as one line
_FAR_LINES, _FAR_COLUMNS = 3, 12  # the largest distance of a place from its point


def tight_grid(layout: Layout) -> dict[Point, tuple[int, int]] | None:
    """Return line and column of each place; None if a place would be too far from its point.

    The first places, which are those of the ring, are nearest to their points.
    """
    places = [place for place in chain(layout.cells, *layout.yards) if place is not None]
    top, left = (min(at) for at in zip(*places, strict=True))
    low, right = (max(at) for at in zip(*places, strict=True))
    down, across = (LINES - 1) / ((low - top) or 1), (COLUMNS - WIDTH) / ((right - left) or 1)
    taken: list[list[int]] = [[] for _ in range(LINES)]
    found: dict[Point, tuple[int, int]] = {}
    for place in places:
        spot = _nearest(down * (place.row - top), across * (place.column - left), taken)
        if spot is None:
            return None
        taken[spot[0]].append(spot[1])
        found[place] = spot
    return found


def _nearest(line: float, column: float, taken: Sequence[list[int]]) -> tuple[int, int] | None:
    """Return the nearest free place."""
    lines = range(max(0, int(line) - _FAR_LINES), min(LINES, int(line) + _FAR_LINES + 2))
    first, last = int(column) - _FAR_COLUMNS, int(column) + _FAR_COLUMNS + 1
    columns = range(max(0, first), min(COLUMNS - WIDTH, last) + 1)
    free = [
        ((_LINE * (at - line)) ** 2 + (to - column) ** 2, at, to)
        for at in lines
        for to in columns
        if all(abs(to - other) >= WIDTH for other in taken[at])
    ]
    return min(free)[1:] if free else None
