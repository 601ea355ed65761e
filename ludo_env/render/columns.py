"""Columns in which pieces pile up, as on the points of a backgammon board."""

from __future__ import annotations

from math import ceil

from ludo_env.render.pieces import hue
from ludo_env.render.places import PILE, Pile
from ludo_env.render.shapes import Area, Shape, Spot, box
from ludo_env.track.boards import RaceBoard

XY = tuple[float, float]

_PITCH = 0.94  # from piece to piece, where there is room


def column_shape(board: RaceBoard, cell: int, at: XY, pile: Pile) -> Shape:
    """Return a long triangle, in two colours by turns; for a home a box."""
    x, y = at[0] - 0.5 * pile.across, at[1] - 0.5 * pile.down
    if cell >= board.ring:
        colour = hue(board.seats[(cell - board.ring) // (board.lane + 1)])
        wide, high = 1 + (PILE - 1) * abs(pile.across), 1 + (PILE - 1) * abs(pile.down)
        left = at[0] - 0.5 + min(0, pile.across) * (PILE - 1)
        top = at[1] - 0.5 + min(0, pile.down) * (PILE - 1)
        corner = (round(left, 4), round(top, 4))
        return box(*corner, wide, high, f"pale {colour}", f"dark {colour}", 0.05, 0.3)
    half = (0.48 * pile.down, 0.48 * pile.across)
    tip = (x + PILE * pile.across, y + PILE * pile.down)
    points = ((x - half[0], y - half[1]), (x + half[0], y + half[1]), tip)
    fill = "tile" if cell % 2 else "edge"
    return Area(tuple((round(a, 4), round(b, 4)) for a, b in points), fill, "edge", 0.03)


def column_spot(cell: int, at: XY, pile: Pile | None) -> Spot:
    """Return what of a cell can be pointed at: its square, or its whole column."""
    if pile is None:
        return Spot(f"cell {cell}", *at, 0.5, 0.5)
    half = (PILE - 1) / 2
    x, y = at[0] + half * pile.across, at[1] + half * pile.down
    wide, high = 0.5 + half * abs(pile.across), 0.5 + half * abs(pile.down)
    return Spot(f"cell {cell}", round(x, 4), round(y, 4), wide, high)


def along(at: XY | None, pile: Pile | None, far: float) -> XY | None:
    """Return a place so far along a column; the place itself where there is none."""
    if at is None or pile is None:
        return at
    return round(at[0] + far * pile.across, 4), round(at[1] + far * pile.down, 4)


def in_column(foot: XY, pile: Pile, count: int) -> tuple[float, list[XY]]:
    """Return the radius of so many pieces, one behind the other, and where each of them stands.

    They are smaller where they are many, and stand side by side if they are larger then.
    """
    pitch, abreast = max(
        (min(_PITCH / abreast, PILE / ceil(count / abreast)), -abreast) for abreast in range(1, 7)
    )
    places = []
    for number in range(count):
        row, place = divmod(number, -abreast)
        far, aside = (row + 0.5) * pitch - 0.5, (place + (abreast + 1) / 2) * pitch
        x = foot[0] + far * pile.across + aside * pile.down
        y = foot[1] + far * pile.down + aside * pile.across
        places.append((round(x, 4), round(y, 4)))
    return round(0.47 * pitch, 4), places
