"""A cross of four arms as shapes: squares side by side, homes as triangles in the middle."""

from __future__ import annotations

from math import hypot

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._render.layout.layout import Layout
from ludo_env._render.piece_shapes import hue
from ludo_env._render.shapes import Area, Shape, box
from ludo_env._render.track.cell_signs import fills, rims, signs, square_rim

XY = tuple[float, float]


def square_shapes(board: RaceBoard, layout: Layout, cells: tuple[XY | None, ...]) -> list[Shape]:
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
    for cell, fill in enumerate(fills(board)):
        at = cells[cell]
        if at is not None and fill:
            shapes.append(box(at[0] - 0.5, at[1] - 0.5, 1, 1, fill, "edge", 0.04))
    return [*shapes, *rims(board, cells, square_rim), *signs(board, cells)]


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
