"""Straight lines on a grid: where each ends, and the cells on the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ludo_env._families.grid.sets import OUTSIDE, set_of

NOWHERE = -1


class Lines(NamedTuple):
    """The lines from every cell in every direction, as long as the grid is."""

    # [cell * ways + way][steps] -> the cell that many steps away, or NOWHERE
    reach: Sequence[Sequence[int]]
    # [(steps * cells + cell) * ways + way] -> the same, or the cell itself if the grid is too small
    ends: Sequence[int]
    # [the same] -> the cells between the two, as a set; OUTSIDE if the grid is too small
    between: Sequence[tuple[int, int]]


@lru_cache(maxsize=16)
def straight_lines(rows: int, columns: int, directions: tuple[tuple[int, int], ...]) -> Lines:
    """Return the lines of a grid; a direction is rows down and columns right."""
    size = max(rows, columns)
    lines = [
        _line(rows, columns, (row, column), way, size)
        for row in range(rows)
        for column in range(columns)
        for way in directions
    ]
    ends, between = [], []
    for steps in range(size):
        for line in lines:
            end = line[steps]
            ends.append(line[0] if end == NOWHERE else end)
            between.append((OUTSIDE, 0) if end == NOWHERE else set_of(line[1:steps]))
    return Lines(lines, ends, between)


def _line(
    rows: int, columns: int, start: tuple[int, int], way: tuple[int, int], size: int
) -> list[int]:
    """Return the cells of a line from its first one on, NOWHERE beyond the edge."""
    cells = []
    for steps in range(size):
        row, column = start[0] + steps * way[0], start[1] + steps * way[1]
        inside = 0 <= row < rows and 0 <= column < columns
        cells.append(row * columns + column if inside else NOWHERE)
    return cells
