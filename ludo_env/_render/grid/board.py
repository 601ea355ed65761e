"""The board of a grid game as shapes: its cells, the Moat, the garrisons; and the General.

The board never changes. The General has the colour of the Defender, which the toss may decide, so
it is drawn with the units.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ludo_env._families.grid.board import Board
from ludo_env._render.grid.signs import sign
from ludo_env._render.keys import Cell
from ludo_env._render.player_strip import EDGE
from ludo_env._render.shapes import Area, Item, Shape, Spot, Stroke, Words, box

_EDGE, _NAMES = 0.5, 0.75  # around the grid; on the left and below there are names

XY = tuple[float, float]


class Drawn(NamedTuple):
    """A grid as shapes, and the positions of its cells."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    cells: tuple[XY, ...]
    spots: tuple[Spot, ...]


@lru_cache(maxsize=16)
def drawn(board: Board) -> Drawn:
    """Return the grid with all its places."""
    left, top = EDGE + _NAMES, EDGE + _EDGE
    cells = tuple(
        (left + column + 0.5, top + row + 0.5)
        for row in range(board.rows)
        for column in range(board.columns)
    )
    width, height = left + board.columns + _EDGE + EDGE, top + board.rows + _NAMES
    shapes: list[Shape] = [box(EDGE, EDGE, width - 2 * EDGE, height - EDGE, "board", corner=0.5)]
    for cell, (x, y) in enumerate(cells):
        shapes.append(box(x - 0.5, y - 0.5, 1, 1, _fill(board, cell), "edge", 0.04))
        if cell in board.moat:
            shapes += [_wave(x, y - 0.3), _wave(x, y + 0.3)]
        for garrison, owner in zip(board.garrisons, board.owners, strict=True):
            if cell in garrison:  # they go with the role (D-4), so they have its sign
                points = tuple((round(x + a, 4), round(y + b, 4)) for a, b in sign(owner + 1, 1.2))
                shapes.append(Area(points, "edge"))
    before, below = EDGE + _NAMES / 2, top + board.rows + _NAMES / 2
    shapes += [
        Words(left + column + 0.5, below, board.column_name(column), 0.36, "faint")
        for column in range(board.columns)
    ]
    shapes += [
        Words(before, top + row + 0.5, board.row_name(row), 0.36, "faint")
        for row in range(board.rows)
    ]
    spots = tuple(Spot(Cell(cell), x, y, 0.5, 0.5) for cell, (x, y) in enumerate(cells))
    return Drawn(width, height, tuple(shapes), cells, spots)


def _fill(board: Board, cell: int) -> str:
    if cell in board.moat:
        return "water"
    if cell in board.general:
        return "gold"
    return "garrison" if any(cell in garrison for garrison in board.garrisons) else "tile"


def _wave(x: float, y: float) -> Stroke:
    points = ((-0.3, 0.05), (-0.15, -0.05), (0.0, 0.05), (0.15, -0.05), (0.3, 0.05))
    return Stroke(tuple((round(x + a, 4), round(y + b, 4)) for a, b in points), "wave", 0.06)


def general(board: Board, colour: str) -> Item:
    """Return a crown and a frame over all cells of the General, in a colour."""
    x, y = centre_of(board, drawn(board).cells)
    return Item("general", round(x, 4), round(y, 4), _crown(board, colour))


@lru_cache(maxsize=16)
def _crown(board: Board, colour: str) -> tuple[Shape, ...]:
    across = 0.5 * len({cell % board.columns for cell in board.general})
    down = 0.5 * len({cell // board.columns for cell in board.general})
    size = 0.62 * min(across, down)
    crown = (
        *((-1, 0.5), (-1, -0.45), (-0.5, 0.05), (0, -0.75), (0.5, 0.05), (1, -0.45), (1, 0.5)),
    )
    points = tuple((round(size * a, 4), round(size * b - 0.12, 4)) for a, b in crown)
    frame = box(-across, -down, 2 * across, 2 * down, "", f"dark {colour}", 0.1)
    return (frame, Area(points, f"seat {colour}", f"dark {colour}", 0.05))


def centre_of(board: Board, cells: tuple[XY, ...]) -> XY:
    """Return the middle of the General."""
    return (
        sum(cells[cell][0] for cell in board.general) / len(board.general),
        sum(cells[cell][1] for cell in board.general) / len(board.general),
    )
