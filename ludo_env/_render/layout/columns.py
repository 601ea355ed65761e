"""Columns in which pieces pile up, as on the points of a backgammon board."""

from __future__ import annotations

from math import ceil

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._render.keys import Cell
from ludo_env._render.layout.places import PILE, Pile
from ludo_env._render.piece_shapes import hue
from ludo_env._render.shapes import Area, Shape, Spot, box

XY = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width, height

_PITCH = 0.94  # from piece to piece, where there is room
_MOST_ABREAST = 6


def column_box(foot: XY, pile: Pile) -> Box:
    """Return the box around a column whose first square is around `foot`."""
    across, down = (PILE - 1) * pile.across, (PILE - 1) * pile.down
    left, top = foot[0] - 0.5 + min(0, across), foot[1] - 0.5 + min(0, down)
    return round(left, 4), round(top, 4), 1 + abs(across), 1 + abs(down)


def column_frame(area: Box, colour: int | str) -> Shape:
    """Return the shape of a home or a yard in which pieces pile up."""
    return box(*area, f"pale {colour}", f"dark {colour}", 0.05, 0.3)


def column_shape(board: RaceBoard, cell: int, foot: XY, pile: Pile) -> Shape:
    """Return the column of a cell: a box for a home, else a long triangle."""
    if cell >= board.ring:
        seat = board.seats[(cell - board.ring) // (board.lane + 1)]
        return column_frame(column_box(foot, pile), hue(seat))
    x, y = foot[0] - 0.5 * pile.across, foot[1] - 0.5 * pile.down
    half = (0.48 * pile.down, 0.48 * pile.across)
    tip = (x + PILE * pile.across, y + PILE * pile.down)
    points = ((x - half[0], y - half[1]), (x + half[0], y + half[1]), tip)
    fill = "tile" if cell % 2 else "edge"
    return Area(tuple((round(a, 4), round(b, 4)) for a, b in points), fill, "edge", 0.03)


def cell_spot(cell: int, at: XY, pile: Pile | None, size: XY) -> Spot:
    """Return the area of a cell that reacts to clicks: its square, or its whole column."""
    if pile is None:
        return Spot(Cell(cell), *at, size[0] / 2, size[1] / 2)
    left, top, width, height = column_box(at, pile)
    x, y = round(left + width / 2, 4), round(top + height / 2, 4)
    return Spot(Cell(cell), x, y, width / 2, height / 2)


def along(foot: XY | None, pile: Pile | None, distance: float) -> XY | None:
    """Return the point at this distance along a column; `foot` itself if there is no column."""
    if foot is None or pile is None:
        return foot
    return round(foot[0] + distance * pile.across, 4), round(foot[1] + distance * pile.down, 4)


def in_column(foot: XY, pile: Pile, count: int) -> tuple[float, list[XY]]:
    """Return the radius of `count` pieces in a column, and the centre of each.

    They form one or more files next to each other, whichever makes them larger.
    """

    def pitch_of(abreast: int) -> float:
        return min(_PITCH / abreast, PILE / ceil(count / abreast))

    abreast = max(range(1, _MOST_ABREAST + 1), key=pitch_of)
    pitch = pitch_of(abreast)
    places = []
    for number in range(count):
        row, place = divmod(number, abreast)
        far, aside = (row + 0.5) * pitch - 0.5, (place - (abreast - 1) / 2) * pitch
        x = foot[0] + far * pile.across + aside * pile.down
        y = foot[1] + far * pile.down + aside * pile.across
        places.append((round(x, 4), round(y, 4)))
    return round(0.47 * pitch, 4), places
