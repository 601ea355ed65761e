"""The yards of a race as shapes: a box in the colour of its player, and a place for each piece."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._render.layout.columns import column_box, column_frame
from ludo_env._render.layout.layout import Layout
from ludo_env._render.layout.places import Pile, Point
from ludo_env._render.piece_shapes import RADIUS, hue
from ludo_env._render.shapes import Disc, Shape, box

XY = tuple[float, float]

_LOOSE = 3.0  # the largest scale of the distance between pieces, relative to the layout
_SOCKET = 0.6  # the largest radius of a place
_TIGHT = 0.75  # from the outermost piece to the side of a box that just fits
_BESIDE = 0.3  # from the box in a corner of a cross to the squares
_FRAME = 0.35  # the widest frame of a box
_MOST = 2.7  # of half the inner box


class Yard(NamedTuple):
    """The places of a player's pieces before they enter."""

    seat: int
    left: float
    top: float
    width: float
    height: float
    places: tuple[XY, ...]  # of each piece
    radius: float  # of the pieces
    socket: float  # the radius of a place
    pile: Pile | None = None  # the direction in which they pile up

    @property
    def middle(self) -> XY:
        """The middle of the box."""
        return round(self.left + self.width / 2, 4), round(self.top + self.height / 2, 4)

    @property
    def inner(self) -> XY:
        """The width and the height of the box inside the coloured frame."""
        rim = 2 * min(_FRAME, 0.12 * self.width)
        wide, high = min(self.width, 2 * _MOST) - rim, min(self.height, 2 * _MOST) - rim
        return round(wide, 4), round(high, 4)

    def moved(self, x: float, y: float) -> Yard:
        """Return the same yard elsewhere."""
        places = tuple((round(a + x, 4), round(b + y, 4)) for a, b in self.places)
        return self._replace(
            left=round(self.left + x, 4), top=round(self.top + y, 4), places=places
        )


def yards_of(board: RaceBoard, layout: Layout) -> list[Yard]:
    """Return the yards around the pieces of the layout; on a cross they fill the corners."""
    yards = []
    for player, (seat, points) in enumerate(zip(board.seats, layout.yards, strict=True)):
        if player in layout.yard_piles:
            yards.append(_column(seat, points[0], layout.yard_piles[player], board.pieces))
            continue
        places = [(point.column + 0.5, point.row + 0.5) for point in points]
        across, down = [x for x, _ in places], [y for _, y in places]
        middle = ((min(across) + max(across)) / 2, (min(down) + max(down)) / 2)
        wide, high = max(across) - middle[0] + _TIGHT, max(down) - middle[1] + _TIGHT
        if layout.square:
            wide = high = (layout.width - 3 * layout.wide) / 4 - _BESIDE
        times = _looser(places, middle, min(wide, _MOST), min(high, _MOST))
        socket = min(_SOCKET, 0.47 * times)
        yards.append(
            Yard(
                seat,
                round(middle[0] - wide, 4),
                round(middle[1] - high, 4),
                round(2 * wide, 4),
                round(2 * high, 4),
                tuple(
                    (
                        round(middle[0] + times * (x - middle[0]), 4),
                        round(middle[1] + times * (y - middle[1]), 4),
                    )
                    for x, y in places
                ),
                round(min(RADIUS, 0.9 * socket), 4),
                round(socket, 4),
            )
        )
    return yards


def _column(seat: int, point: Point, pile: Pile, pieces: int) -> Yard:
    """Return a yard whose pieces pile up; each place is the foot of the column."""
    foot = (point.column + 0.5, point.row + 0.5)
    return Yard(seat, *column_box(foot, pile), (foot,) * pieces, 0.44, 0.44, pile)


def yard_shapes(yard: Yard) -> list[Shape]:
    """Return the box, and a ring for each piece."""
    colour = hue(yard.seat)
    outer = (yard.left, yard.top, yard.width, yard.height)
    if yard.pile:
        return [column_frame(outer, colour)]
    x, y = yard.middle
    wide, high = yard.inner
    across, down = yard.width - 2 * _FRAME, yard.height - 2 * _FRAME
    broad = (
        [box(x - across / 2, y - down / 2, across, down, f"pale {colour}", corner=0.3)]
        if yard.width > 2 * _MOST
        else []
    )
    rings = [
        Disc(x, y, yard.socket, f"pale {colour}", f"dark {colour}", 0.03) for x, y in yard.places
    ]
    return [
        box(*outer, f"seat {colour}", f"dark {colour}", 0.05, 0.45),
        *broad,
        box(x - wide / 2, y - high / 2, wide, high, "tile", corner=0.3),
        *rings,
    ]


def _looser(places: list[XY], middle: XY, wide: float, high: float) -> float:
    """Return the factor by which pieces are drawn farther apart, as far as their box has room."""
    reach = max(abs(x - middle[0]) for x, _ in places), max(abs(y - middle[1]) for _, y in places)
    times = [(half - _TIGHT) / side for half, side in zip((wide, high), reach, strict=True) if side]
    return min([_LOOSE, *times]) if times else 1.0
