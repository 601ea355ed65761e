"""The board of a race as shapes: its static part, and the positions of its places."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._render import keys
from ludo_env._render.layout.columns import along, cell_spot
from ludo_env._render.layout.layout import Layout, Point, layout_of
from ludo_env._render.layout.places import PILE, Pile
from ludo_env._render.layout.wide_arms import square_of, widened
from ludo_env._render.layout.yards import Yard, yard_shapes, yards_of
from ludo_env._render.player_strip import EDGE
from ludo_env._render.shapes import Shape, Spot, box
from ludo_env._render.track.cell_signs import signed_cells
from ludo_env._render.track.seat_signs import seat_signs
from ludo_env._render.track.shared_places import ROOM
from ludo_env._render.track.squares import square_shapes
from ludo_env._render.track.tiles import tile_shapes

_MARGIN = 0.35  # around everything on the board
# The distance of round tiles; the larger one of graphs leaves room for arrows and names.
_APART, _GRAPH_APART = 1.12, 1.35

XY = tuple[float, float]


class Drawn(NamedTuple):
    """A board as shapes, and the positions of everything on it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    signed: tuple[Shape, ...]  # the same, with the signs of the players
    cells: tuple[XY | None, ...]
    rooms: tuple[tuple[float, float], ...]  # width of a piece, and of a crowd, by cell
    sizes: tuple[tuple[float, float], ...]  # width and height of a square, by cell
    yards: tuple[Yard, ...]
    spots: tuple[Spot, ...]
    piles: Mapping[int, Pile]  # by cell, the direction in which pieces pile up
    ends: tuple[XY | None, ...]  # by cell, where a move to it is marked
    special: frozenset[int]  # cells with a sign


@lru_cache(maxsize=64)
def drawn(board: RaceBoard) -> Drawn:
    """Return the board with all its places."""
    layout = _spaced(board, widened(layout_of(board)))
    yards = yards_of(board, layout)
    left, top = min(0.0, *(yard.left for yard in yards)), min(0.0, *(yard.top for yard in yards))
    right = max(layout.width, *(yard.left + yard.width for yard in yards))
    low = max(layout.height, *(yard.top + yard.height for yard in yards))
    width = round(right - left + 2 * (_MARGIN + EDGE), 4)
    height = round(low - top + 2 * _MARGIN + EDGE, 4)
    x, y = EDGE + _MARGIN - left, EDGE + _MARGIN - top
    yards = [yard.moved(x, y) for yard in yards]
    cells = tuple(
        None if point is None else (round(point.column + 0.5 + x, 4), round(point.row + 0.5 + y, 4))
        for point in layout.cells
    )
    sizes = tuple(
        square_of(layout, point) if layout.square and point is not None else (1.0, 1.0)
        for point in layout.cells
    )
    shapes = [
        box(EDGE, EDGE, width - 2 * EDGE, height - EDGE, "board", corner=0.5),
        *(shape for yard in yards for shape in yard_shapes(yard)),
        *(
            square_shapes(board, layout, cells, sizes)
            if layout.square
            else tile_shapes(board, layout, cells, yards)
        ),
    ]
    signed = (*shapes, *seat_signs(board, layout, cells, sizes, yards))
    ends = tuple(along(at, layout.piles.get(cell), PILE - 0.7) for cell, at in enumerate(cells))
    spots = [
        cell_spot(cell, at, layout.piles.get(cell), sizes[cell])
        for cell, at in enumerate(cells)
        if at is not None
    ]
    spots += [
        Spot(keys.Yard(player), *yard.middle, yard.width / 2, yard.height / 2)
        for player, yard in enumerate(yards)
    ]
    return Drawn(
        width, height, tuple(shapes), signed, cells, _rooms(cells, layout.long), sizes,
        tuple(yards), tuple(spots), layout.piles, ends, signed_cells(board),
    )  # fmt: skip


def _spaced(board: RaceBoard, layout: Layout) -> Layout:
    """Return the layout with round tiles farther apart; the places of a yard stay together."""
    if layout.square or layout.tiled or layout.piles:
        return layout
    times = _GRAPH_APART if isinstance(board, GraphBoard) else _APART

    def farther(point: Point) -> Point:
        return Point(round(times * point.row, 4), round(times * point.column, 4))

    def together(yard: tuple[Point, ...]) -> tuple[Point, ...]:
        middle = Point(*(sum(side) / len(yard) for side in zip(*yard, strict=True)))
        down, across = ((times - 1) * side for side in middle)
        return tuple(Point(round(a + down, 4), round(b + across, 4)) for a, b in yard)

    return layout._replace(
        width=round(times * (layout.width - 1) + 1, 4),
        height=round(times * (layout.height - 1) + 1, 4),
        cells=tuple(None if point is None else farther(point) for point in layout.cells),
        yards=tuple(map(together, layout.yards)),
    )


def _rooms(cells: tuple[XY | None, ...], long: float) -> tuple[tuple[float, float], ...]:
    """Return the widths of a piece and of a crowd, which do not touch neighbouring cells.

    One piece nearly fills a square that is shorter than others.
    """
    places = np.array([(np.nan, np.nan) if at is None else at for at in cells])
    across, down = np.abs(places[:, None] - places[None, :]).transpose(2, 0, 1)
    rooms = []
    for gaps in (np.hypot(across, down) / long, np.maximum(across, down)):
        np.fill_diagonal(gaps, np.inf)
        gaps[np.isnan(gaps)] = np.inf
        rooms.append([round(min(ROOM, float(gap)), 4) for gap in gaps.min(axis=1)])
    return tuple(zip(*rooms, strict=True))
