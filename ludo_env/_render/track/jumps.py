"""The lines from squares that move pieces on to their destinations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import hypot

from ludo_env._engine.overlay import JUMP, Mark
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._render.keys import Jump
from ludo_env._render.shapes import Disc, Item
from ludo_env._render.track.board import drawn

_BENDS = (0.0, 0.12, -0.12, 0.24, -0.24, 0.36, -0.36)  # of a line, through its length
_FREE = 0.65  # from a tile to a line that does not touch it
_DOTS = 0.4  # from dot to dot
_FROM_MIDDLE = 0.55  # of the tiles at both ends

XY = tuple[float, float]


def jumps(board: RaceBoard, marks: tuple[Mark, ...]) -> Iterator[Item]:
    """Yield the dots of each line; they grow towards its end."""
    for mark in marks:
        if mark.kind == JUMP:
            dots = _line(board, mark.at, mark.of)
            for number, (x, y) in enumerate(dots):
                size = 0.05 + 0.06 * number / max(1, len(dots) - 1)
                yield Item(Jump(mark.at, number), x, y, (Disc(0, 0, round(size, 4), "danger"),))


@lru_cache(maxsize=256)
def _line(board: RaceBoard, start: int, end: int) -> tuple[XY, ...]:
    """Return the dots of the line that crosses the fewest tiles, without those on tiles."""
    place = drawn(board)
    here, there = place.cells[start], place.cells[end]
    if here is None or there is None:
        return ()
    others = [
        at for cell, at in enumerate(place.cells) if at is not None and cell not in (start, end)
    ]
    others += [yard.middle for yard in place.yards]

    def free(points: tuple[XY, ...]) -> int:
        return -sum(any(hypot(x - a, y - b) < _FREE for a, b in others) for x, y in points)

    line = max((_bent(here, there, bend) for bend in _BENDS), key=free)
    return tuple((x, y) for x, y in line if all(hypot(x - a, y - b) >= _FREE for a, b in others))


def _bent(here: XY, there: XY, bend: float) -> tuple[XY, ...]:
    """Return the dots of a line that bends to a side, without those on the tiles at its ends."""
    across, down = there[0] - here[0], there[1] - here[1]
    long = hypot(across, down)
    count = max(2, round(long / _DOTS))
    points = []
    for dot in range(count + 1):
        share = dot / count
        aside = 4 * bend * share * (1 - share)
        x, y = here[0] + share * across - aside * down, here[1] + share * down + aside * across
        if min(hypot(x - a, y - b) for a, b in (here, there)) >= min(_FROM_MIDDLE, long / 3):
            points.append((round(x, 4), round(y, 4)))
    return tuple(points)
