"""The prison of a yard: a barred box between the places of the yard's own pieces."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from ludo_env._render.layout.yards import Yard
from ludo_env._render.piece_shapes import RADIUS
from ludo_env._render.shapes import Shape, Stroke, box

_LEAST = 0.2  # the radius of a prisoner; smaller ones have no readable number
_PITCH = 2.3  # from prisoner to prisoner, divided by the radius
_AIR = 0.08  # around the box
_BARS = 0.42  # from bar to bar

XY = tuple[float, float]


class Prison(NamedTuple):
    """A prison: its box, and the places of the prisoners."""

    left: float
    top: float
    width: float
    height: float
    radius: float
    places: tuple[XY, ...]

    @property
    def middle(self) -> XY:
        """The middle of the box."""
        return round(self.left + self.width / 2, 4), round(self.top + self.height / 2, 4)


@lru_cache(maxsize=256)
def prison_of(yard: Yard, count: int) -> Prison:
    """Return the prison for `count` pieces in the largest free band of a yard.

    If the pieces would be too small there, the prison is below the yard.
    """
    top, high = max(_bands(yard), key=lambda band: band[1])
    wide = yard.inner[0] - 2 * _AIR
    radius, in_row = _packed(count, wide, high - 2 * _AIR)
    if radius < _LEAST:
        top, wide = yard.top + yard.height, max(yard.width, 1.0)
        in_row = min(count, max(1, int(wide / (_PITCH * _LEAST))))
        radius = min(RADIUS, wide / (_PITCH * in_row))
        high = ceil(count / in_row) * _PITCH * radius + 2 * _AIR
    pitch, rows = _PITCH * radius, ceil(count / in_row)
    middle = (yard.left + yard.width / 2, top + high / 2)
    places = []
    for index in range(count):
        row, column = divmod(index, in_row)
        here = min(in_row, count - row * in_row)
        x = middle[0] + (column - (here - 1) / 2) * pitch
        places.append((round(x, 4), round(middle[1] + (row - (rows - 1) / 2) * pitch, 4)))
    width, height = in_row * pitch + _AIR, rows * pitch + _AIR
    return Prison(
        round(middle[0] - width / 2, 4), round(middle[1] - height / 2, 4),
        round(width, 4), round(height, 4), round(radius, 4), tuple(places),
    )  # fmt: skip


def prison_art(prison: Prison) -> tuple[Shape, ...]:
    """Return the box around its middle, with bars behind the prisoners."""
    across, down = prison.width / 2, prison.height / 2
    bars = max(2, round(prison.width / _BARS))
    shapes: list[Shape] = [box(-across, -down, 2 * across, 2 * down, "board", "mark", 0.05, 0.1)]
    for bar in range(1, bars):
        x = round(-across + bar * prison.width / bars, 4)
        shapes.append(Stroke(((x, round(-down, 4)), (x, round(down, 4))), "edge", 0.06))
    return tuple(shapes)


def _bands(yard: Yard) -> list[tuple[float, float]]:
    """Return the top and the height of each band of a yard without places of pieces."""
    top, low = (yard.middle[1] + side * yard.inner[1] / 2 for side in (-1, 1))
    rows = sorted({(y - yard.socket, y + yard.socket) for _, y in yard.places})
    edges = [(top, top), *rows, (low, low)]
    return [(above[1], below[0] - above[1]) for above, below in pairwise(edges)]


def _packed(count: int, width: float, height: float) -> tuple[float, int]:
    """Return the largest radius of `count` prisoners, and the number of prisoners in a row."""

    def radius_of(in_row: int) -> float:
        rows = ceil(count / in_row)
        return min(RADIUS, width / (_PITCH * in_row), height / (_PITCH * rows))

    in_row = max(range(1, count + 1), key=lambda number: (radius_of(number), number))
    return radius_of(in_row), in_row
