"""The board of a race as shapes: its static part, and the positions of its places."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import hypot
from typing import NamedTuple

import numpy as np

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._render import keys
from ludo_env._render.layout.columns import along, cell_spot, column_shape
from ludo_env._render.layout.layout import Layout, layout_of
from ludo_env._render.layout.places import PILE, Pile
from ludo_env._render.layout.yards import Yard, yard_shapes, yards_of
from ludo_env._render.piece_shapes import ROOM, hue
from ludo_env._render.shapes import Area, Disc, Shape, Spot, Stroke, Words, box, rayed

_MARGIN = 0.35  # around everything
_LETTERS = 0.3  # the largest of names
_TILE = 0.42  # the radius of a tile outside a grid

XY = tuple[float, float]


class Drawn(NamedTuple):
    """A board as shapes, and the positions of everything on it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    cells: tuple[XY | None, ...]
    rooms: tuple[tuple[float, float], ...]  # width of a piece, and of a crowd, by cell
    yards: tuple[Yard, ...]
    spots: tuple[Spot, ...]
    piles: Mapping[int, Pile]  # by cell, the direction in which pieces pile up
    ends: tuple[XY | None, ...]  # by cell, where a move to it is marked


@lru_cache(maxsize=64)
def drawn(board: RaceBoard) -> Drawn:
    """Return the board with all its places."""
    layout = layout_of(board)
    yards = yards_of(board, layout)
    left, top = min(0.0, *(yard.left for yard in yards)), min(0.0, *(yard.top for yard in yards))
    right = max(layout.width, *(yard.left + yard.width for yard in yards))
    low = max(layout.height, *(yard.top + yard.height for yard in yards))
    width, height = round(right - left + 2 * _MARGIN, 4), round(low - top + 2 * _MARGIN, 4)
    x, y = _MARGIN - left, _MARGIN - top
    yards = [yard.moved(x, y) for yard in yards]
    cells = tuple(
        None if point is None else (round(point.column + 0.5 + x, 4), round(point.row + 0.5 + y, 4))
        for point in layout.cells
    )
    shapes = [
        box(0, 0, width, height, "board", corner=0.5),
        *(shape for yard in yards for shape in yard_shapes(yard)),
        *(_cross(board, layout, cells) if layout.square else _tiles(board, layout, cells)),
    ]
    ends = tuple(along(at, layout.piles.get(cell), PILE - 0.7) for cell, at in enumerate(cells))
    spots = [
        cell_spot(cell, at, layout.piles.get(cell))
        for cell, at in enumerate(cells)
        if at is not None
    ]
    spots += [
        Spot(keys.Yard(player), *yard.middle, yard.width / 2, yard.height / 2)
        for player, yard in enumerate(yards)
    ]
    return Drawn(
        width, height, tuple(shapes), cells, _rooms(cells), tuple(yards), tuple(spots),
        layout.piles, ends,
    )  # fmt: skip


def _rooms(cells: tuple[XY | None, ...]) -> tuple[tuple[float, float], ...]:
    """Return the widths of a piece and of a crowd, which stay off neighbouring cells."""
    places = np.array([(np.nan, np.nan) if at is None else at for at in cells])
    across, down = np.abs(places[:, None] - places[None, :]).transpose(2, 0, 1)
    rooms = []
    for gaps in (np.hypot(across, down), np.maximum(across, down)):
        np.fill_diagonal(gaps, np.inf)
        gaps[np.isnan(gaps)] = np.inf
        rooms.append([round(min(ROOM, float(gap)), 4) for gap in gaps.min(axis=1)])
    return tuple(zip(*rooms, strict=True))


# Four arms: squares


def _cross(board: RaceBoard, layout: Layout, cells: tuple[XY | None, ...]) -> list[Shape]:
    """Return squares side by side, with homes as triangles that meet in the middle."""
    offset = cells[0]
    assert offset is not None
    first = layout.cells[0]
    assert first is not None
    left, top = offset[0] - first.column - 0.5, offset[1] - first.row - 0.5
    middle = (left + layout.middle.column + 0.5, top + layout.middle.row + 0.5)
    homes = {player: cells[_home(board, player)] for player in range(board.players)}
    shapes: list[Shape] = []
    if all(_near(middle, home) for home in homes.values()):
        shapes = _silhouette(layout, left, top)
    for player, home in homes.items():
        assert home is not None
        colour = hue(board.seats[player])
        points = (
            _triangle(middle, home)
            if _near(middle, home)
            else box(home[0] - 0.5, home[1] - 0.5, 1, 1).points
        )
        shapes.append(Area(points, f"seat {colour}", f"dark {colour}", 0.04))
    for cell, fill in enumerate(_fills(board)):
        at = cells[cell]
        if at is not None and fill:
            shapes.append(box(at[0] - 0.5, at[1] - 0.5, 1, 1, fill, "edge", 0.04))
    return [*shapes, *_signs(board, cells)]


def _home(board: RaceBoard, player: int) -> int:
    """Return the cell where a player's pieces are home."""
    return board.ring + (player + 1) * (board.lane + 1) - 1


def _near(middle: XY, home: XY | None) -> bool:
    """Return whether a home lies in the three by three squares in the middle."""
    return home is not None and hypot(home[0] - middle[0], home[1] - middle[1]) < 1.5


def _silhouette(layout: Layout, left: float, top: float) -> list[Shape]:
    """Return the background of both bars, so that arms without players are drawn too."""
    arm = (layout.width - 3) / 2
    return [
        box(left + arm, top, 3, layout.height, "tile", "edge", 0.08),
        box(left, top + arm, layout.width, 3, "tile", "edge", 0.08),
        box(left + arm, top + arm, 3, 3, "tile"),
    ]


def _triangle(middle: XY, home: XY) -> tuple[XY, ...]:
    """Return a triangle from the middle to the side of the middle square with the home."""
    along = (home[0] - middle[0], home[1] - middle[1])
    size = hypot(*along)
    out = (1.5 * along[0] / size, 1.5 * along[1] / size)
    return (
        middle,
        (round(middle[0] + out[0] - out[1], 4), round(middle[1] + out[1] + out[0], 4)),
        (round(middle[0] + out[0] + out[1], 4), round(middle[1] + out[1] - out[0], 4)),
    )


# Any other board: discs, and lines for the ways; or squares, if the tiles are in rows


def _tiles(board: RaceBoard, layout: Layout, cells: tuple[XY | None, ...]) -> list[Shape]:
    """Return discs with lines between them, or squares side by side; homes are discs."""
    shapes: list[Shape] = []
    arrows: list[Shape] = []
    for start, end in dict.fromkeys(layout.edges):
        here, there = cells[start], cells[end]
        if here is None or there is None or start in layout.piles or end in layout.piles:
            continue
        shapes.append(Stroke((here, there), "edge", 0.12))
        gap = hypot(there[0] - here[0], there[1] - here[1])
        if isinstance(board, GraphBoard) and gap > 1.15:
            arrows.append(_arrow(here, there, 0.5, 0.13, "edge"))
    for cell, fill in enumerate(_fills(board)):
        at = cells[cell]
        if at is None:
            continue
        pile = layout.piles.get(cell)
        if pile is not None:
            shapes.append(column_shape(board, cell, at, pile))
        elif fill and layout.tiled:
            shapes.append(box(at[0] - 0.5, at[1] - 0.5, 1, 1, fill, "edge", 0.05))
        elif fill:
            shapes.append(Disc(*at, _TILE, fill, "edge", 0.05))
        else:
            colour = hue(board.seats[(cell - board.ring) // (board.lane + 1)])
            radius = ROOM / 2 if layout.tiled else 0.5
            shapes.append(Disc(*at, radius, f"seat {colour}", f"dark {colour}", 0.06))
    return [*shapes, *arrows, *_names(board, layout, cells), *_signs(board, cells)]


def _names(board: RaceBoard, layout: Layout, cells: tuple[XY | None, ...]) -> list[Shape]:
    """Return the names of a graph's tiles, which its moves in words use."""
    if not isinstance(board, GraphBoard):
        return []
    feet = [along(at, layout.piles.get(cell), -0.75) for cell, at in enumerate(cells)]
    return [
        Words(*at, name, min(_LETTERS, 2 * _TILE / len(name)), "faint")
        for at, name, fill in zip(feet, board.names, _fills(board), strict=True)
        if at is not None and fill
    ]


# Both


def _fills(board: RaceBoard) -> list[str]:
    """Return the colour of each cell; "" for homes."""
    fills = ["tile"] * board.ring
    for player, seat in enumerate(board.seats):
        fills += [*[f"pale {hue(seat)}"] * board.lane, ""]
        fills[board.entry(player)] = f"seat {hue(seat)}"
    return fills


def _signs(board: RaceBoard, cells: tuple[XY | None, ...]) -> list[Shape]:
    """Return stars on safe squares, arrows on entries, a house where pieces are home."""
    shapes: list[Shape] = []
    entries = [board.entry(player) for player in range(board.players)]
    for cell in sorted(board.safe_cells):
        at = cells[cell]
        if at is not None:
            shapes.append(Area(rayed(*at, 5, 0.36, 0.16), "gold", "edge", 0.03))
    if isinstance(board, GraphBoard):
        return shapes  # its tiles have names
    following = dict(reversed(board.edges()))
    for entry in entries:
        here, there = cells[entry], cells[following[entry]]
        if here is not None and there is not None and entry not in board.safe_cells:
            shapes.append(_arrow(here, there, 0.0, 0.26, "head"))
    return shapes


def _arrow(here: XY, there: XY, share: float, size: float, fill: str) -> Shape:
    """Return a triangle between two places, pointing from the first to the second."""
    gap = hypot(there[0] - here[0], there[1] - here[1])
    along = ((there[0] - here[0]) / gap, (there[1] - here[1]) / gap)
    x, y = here[0] + share * gap * along[0], here[1] + share * gap * along[1]
    points = tuple(
        (
            round(x + size * (f * along[0] - s * along[1]), 4),
            round(y + size * (f * along[1] + s * along[0]), 4),
        )
        for f, s in ((1.1, 0), (-0.8, 1), (-0.8, -1))
    )
    return Area(points, fill)
