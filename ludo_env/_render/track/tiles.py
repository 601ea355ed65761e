"""Boards other than a cross of four arms as shapes: tiles, ways with arrows, and names."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._render.layout.columns import along, column_shape
from ludo_env._render.layout.layout import Layout
from ludo_env._render.layout.yards import Yard
from ludo_env._render.piece_shapes import hue
from ludo_env._render.shapes import Area, Disc, Shape, Stroke, Words, box, rayed
from ludo_env._render.track.cell_signs import (
    TILE,
    arrow,
    fills,
    rims,
    round_rim,
    signs,
    square_rim,
)
from ludo_env._render.track.name_places import name_places

_LETTERS = 0.3  # the largest of names
_HEAD = 0.11  # the size of an arrow on a way
_HOME = 0.6  # the radius of a home

XY = tuple[float, float]


def tile_shapes(
    board: RaceBoard, layout: Layout, cells: tuple[XY | None, ...], yards: Sequence[Yard]
) -> list[Shape]:
    """Return tiles with lines between them, or squares side by side; homes are hexagons."""
    shapes: list[Shape] = [*_ways(board, layout, cells)]
    for cell, fill in enumerate(fills(board)):
        at = cells[cell]
        if at is None:
            continue
        pile = layout.piles.get(cell)
        colour = "" if cell < board.ring else _colour(board, cell)
        if pile is not None:
            shapes.append(column_shape(board, cell, at, pile))
        elif fill and layout.tiled:
            shapes.append(box(at[0] - 0.5, at[1] - 0.5, 1, 1, fill, "edge", 0.05))
        elif fill:
            shapes.append(Disc(*at, TILE, fill, f"dark {colour}" if colour else "edge", 0.05))
        else:
            shapes.append(_home(at, colour, 0.47 if layout.tiled else _HOME))
    if layout.piles:
        return [*shapes, *_names(board, layout, cells, yards), *signs(board, cells)]
    rim = square_rim if layout.tiled else round_rim
    sides = [*rims(board, cells, rim), *signs(board, cells)]
    return [*shapes, *sides, *_names(board, layout, cells, yards)]


def _colour(board: RaceBoard, cell: int) -> int | str:
    """Return the colour of the player whose lane or home contains a cell."""
    return hue(board.seats[(cell - board.ring) // (board.lane + 1)])


def _home(at: XY, colour: int | str, radius: float) -> Shape:
    """Return a home, unlike any piece: a pale hexagon with a thick outline."""
    points = rayed(*at, 3, radius, radius, turn=0.5236)
    return Area(points, f"pale {colour}", f"seat {colour}", 0.12)


def _ways(board: RaceBoard, layout: Layout, cells: tuple[XY | None, ...]) -> list[Shape]:
    """Return a line for each step; on a graph, an arrow before the tile that it leads to."""
    lines: list[Shape] = []
    arrows: list[Shape] = []
    for start, end in dict.fromkeys(layout.edges):
        here, there = cells[start], cells[end]
        if here is None or there is None or start in layout.piles or end in layout.piles:
            continue
        lines.append(Stroke((here, there), "edge", 0.1))
        gap = hypot(there[0] - here[0], there[1] - here[1])
        if isinstance(board, GraphBoard) and gap > 2 * TILE + 2 * _HEAD:
            arrows.append(arrow(here, there, gap - TILE - 1.2 * _HEAD, _HEAD, "faint"))
    return [*lines, *arrows]


def _names(
    board: RaceBoard, layout: Layout, cells: tuple[XY | None, ...], yards: Sequence[Yard]
) -> list[Shape]:
    """Return the names of a graph's tiles, beside the tiles; moves in words use these names."""
    if not isinstance(board, GraphBoard):
        return []
    named = {
        cell: (name, at)
        for cell, (name, fill, at) in enumerate(zip(board.names, fills(board), cells, strict=True))
        if at is not None and fill
    }
    if layout.tiled:  # in a corner of the square
        return [
            Words(round(x - 0.42, 4), round(y - 0.33, 4), name, 0.22, "faint", "start")
            for name, (x, y) in named.values()
        ]
    if layout.piles:
        feet = {cell: along(at, layout.piles.get(cell), -0.75) for cell, (_, at) in named.items()}
        places = {cell: at for cell, at in feet.items() if at is not None}
    else:
        letters = {cell: len(name) for cell, (name, _) in named.items()}
        places = name_places(cells, layout.edges, letters, yards)
    return [
        Words(*at, named[cell][0], min(_LETTERS, 0.84 / len(named[cell][0])), "faint")
        for cell, at in places.items()
    ]
