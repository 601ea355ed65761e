"""A cross of four arms as shapes: squares side by side, homes as triangles in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._render.layout.layout import Layout
from ludo_env._render.piece_shapes import hue
from ludo_env._render.shapes import Area, Shape, box
from ludo_env._render.track.cell_signs import fills, rims, signs, square_rim

XY = tuple[float, float]


def square_shapes(
    board: RaceBoard, layout: Layout, cells: Sequence[XY | None], sizes: Sequence[XY]
) -> list[Shape]:
    """Return squares side by side, with homes as triangles that meet in the middle."""
    offset = cells[0]
    assert offset is not None
    first = layout.cells[0]
    assert first is not None
    left, top = offset[0] - first.column - 0.5, offset[1] - first.row - 0.5
    middle = (left + layout.middle.column + 0.5, top + layout.middle.row + 0.5)

    def square(cell: int) -> Area:
        (x, y), (across, down) = cells[cell] or (0.0, 0.0), sizes[cell]
        return box(x - across / 2, y - down / 2, across, down)

    def rim(at: XY, colour: str, inner: float) -> Shape:
        return square_rim(at, colour, inner, sizes[cells.index(at)])

    homes = {player: cells[_home(board, player)] for player in range(board.players)}
    shapes: list[Shape] = []
    if all(_near(middle, home, layout) for home in homes.values()):
        shapes = _silhouette(layout, left, top)
    for player, home in homes.items():
        assert home is not None
        colour = hue(board.seats[player])
        points = (
            _triangle(middle, home, 1.5 * layout.wide)
            if _near(middle, home, layout)
            else square(_home(board, player)).points
        )
        shapes.append(Area(points, f"seat {colour}", f"dark {colour}", 0.04))
    for cell, fill in enumerate(fills(board)):
        if cells[cell] is not None and fill:
            shapes.append(square(cell)._replace(fill=fill, line="edge", width=0.04))
    return [*shapes, *rims(board, cells, rim), *signs(board, cells)]


def _home(board: RaceBoard, player: int) -> int:
    """Return the cell where a player's pieces are home."""
    return board.ring + (player + 1) * (board.lane + 1) - 1


def _near(middle: XY, home: XY | None, layout: Layout) -> bool:
    """Return whether a home is in the three by three squares in the middle."""
    reach = 1.5 * layout.wide
    return home is not None and hypot(home[0] - middle[0], home[1] - middle[1]) < reach


def _silhouette(layout: Layout, left: float, top: float) -> list[Shape]:
    """Return the background of both bars, so that arms without players are drawn too."""
    across = 3 * layout.wide
    arm = (layout.width - across) / 2
    return [
        box(left + arm, top, across, layout.height, "tile", "edge", 0.08),
        box(left, top + arm, layout.width, across, "tile", "edge", 0.08),
        box(left + arm, top + arm, across, across, "tile"),
    ]


def _triangle(middle: XY, home: XY, reach: float) -> tuple[XY, ...]:
    """Return a triangle from the middle to the side of the middle square with the home."""
    along = (home[0] - middle[0], home[1] - middle[1])
    size = hypot(*along)
    out = (reach * along[0] / size, reach * along[1] / size)
    return (
        middle,
        (round(middle[0] + out[0] - out[1], 4), round(middle[1] + out[1] + out[0], 4)),
        (round(middle[0] + out[0] + out[1], 4), round(middle[1] + out[1] - out[0], 4)),
    )
