"""The layout of a cross: arms three squares wide, with a lane in the middle of each.

The ring runs, from the first square of arm 0 (on the left) clockwise:

      . . . . . . 4 5 6 . . . . . .      a section of the ring belongs to an arm: its own lane
      . . . . . . 3 # 7>. . . . . .      outwards, [an inner corner,] the next arm's lane inwards,
      . . . . . . 2 # 8 . . . . . .      that arm's middle square and its outer corner.
      0>1 . .

Four arms make a grid of squares. Other numbers make a star, with arms so close to each other that
the squares from one arm to the next are as far apart as those along an arm.

A ring can be folded like this if its entries are evenly spread and its lanes are not longer than
its arms. The gates are then in the middle of the tips, wherever the entries are.
"""

from __future__ import annotations

from cmath import rect
from math import cos, pi, sin, sqrt
from typing import NamedTuple, TypeVar

from ludo_env._families.track.board import Board
from ludo_env._render.layout.places import Layout, Point, Ray, settled, yards_along

_Place = TypeVar("_Place", Point, complex)

# Minimum distance between homes of neighbouring arms.
_HOMES_APART = 0.8
_OFF_MIDDLE = 0.42  # of a home, if all homes are in one square


class Fold(NamedTuple):
    """How a ring is folded into arms."""

    length: int  # the squares of an arm without its tip
    corners: bool  # whether there are squares in the inner corners
    first: int  # the first cell of an arm


def fold_of(board: Board) -> Fold | None:
    """Return the fold of a ring into a cross; None if it cannot be folded."""
    section, rest = divmod(board.ring, board.arms)
    entry = board.entries[0]
    even = tuple(entry + arm * section for arm in range(board.arms))
    length = (section - 3) // 2
    corners = section % 2 == 0
    # With corners there is room for one more square in a lane, and for all homes in the middle.
    single = board.arms == 1  # otherwise both sides of an arm would overlap
    if single or rest or board.entries != even or length < 1 or board.lane > length + corners:
        return None
    # The gate is the second to last square of the cross.
    return Fold(length, corners, (entry + board.gate + 2) % board.ring)


def cross_layout(board: Board, fold: Fold) -> Layout:
    """Return the places on a cross: a grid for four arms, a star for others."""
    room = (fold.length + 1) ** 2  # room for a yard in the grid
    if board.arms == 4 and board.pieces <= room:
        return _grid(board, fold)
    return _star(board, fold)


# Four arms


def _grid(board: Board, fold: Fold) -> Layout:
    arm = fold.length + 1
    size = 2 * arm + 3
    ring = [
        _turned(point, turn, size)
        for turn in range(board.arms)
        for point in _section(arm, fold.corners)
    ]
    lanes = []
    for seat in board.seats:
        lane = [Point(arm + 1, 1 + step) for step in range(board.lane)]
        home = Point(arm + 1, _home(board.lane, arm))
        lanes += [_turned(point, seat, size) for point in (*lane, home)]
    yards = tuple(
        tuple(_turned(point, seat, size) for point in _yard(arm, pieces))
        for seat, pieces in zip(board.seats, board.counts, strict=True)
    )
    cells = (*_from_first(ring, fold), *lanes)
    entries = tuple(cells[board.entry(player)] for player in range(board.players))
    middle = Point(arm + 1, arm + 1)
    return Layout(size, size, cells, yards, entries, tuple(board.edges()), middle, square=True)


def _home(lane: int, arm: int) -> float:
    """Return the column of the home of arm 0: behind its lane, or in the middle."""
    return lane + 1 if lane < arm else arm + 1 - _OFF_MIDDLE


def _from_first(ring: list[_Place], fold: Fold) -> list[_Place]:
    """Return the places of a cross by cells."""
    return ring[-fold.first :] + ring[: -fold.first] if fold.first else ring


def _section(arm: int, corners: bool) -> list[Point]:
    """Return the section of arm 0, the left one."""
    lane_out = [Point(arm, column) for column in range(1, arm)]
    corner = [Point(arm, arm)] if corners else []
    lane_in = [Point(row, arm) for row in range(arm - 1, -1, -1)]
    tip = [Point(0, arm + 1), Point(0, arm + 2)]
    return [*lane_out, *corner, *lane_in, *tip]


def _yard(arm: int, pieces: int) -> list[Point]:
    """Return places in the corner above arm 0, two in a row if there is room for enough rows."""
    middle = (arm - 1) / 2
    across = max(2, -(-pieces // arm))
    rows = -(-pieces // across)
    return [
        Point(
            middle + (index // across) - (rows - 1) / 2,
            middle + (index % across) - (across - 1) / 2,
        )
        for index in range(pieces)
    ]


def _turned(point: Point, turns: int, size: int) -> Point:
    """Return a point after a number of quarter turns clockwise."""
    for _ in range(turns % 4):
        point = Point(point.column, size - 1 - point.row)
    return point


# Any number of arms


def _star(board: Board, fold: Fold) -> Layout:
    inner = _inner(board.arms, fold.corners)
    outwards = [rect(1, pi + 2 * pi * arm / board.arms) for arm in range(board.arms)]
    ring = [place * outward for outward in outwards for place in _star_section(board, fold, inner)]
    cells = _from_first(ring, fold)
    for seat in board.seats:
        cells += [place * outwards[seat] for place in _star_lane(board, fold, inner)]
    # Beside the arm, or if that is too narrow, between it and the next.
    beside = rect(1, min(pi / board.arms, pi / 4))
    rays = [
        [Ray(0.8 * (inner + fold.length) * d, d)]
        for d in (outwards[seat] * beside for seat in board.seats)
    ]
    return settled(board, cells, yards_along(board, cells, rays))


def _gap(arms: int, corners: bool) -> float:
    """Return the distance of the innermost squares of neighbouring arms."""
    return max(1.0, 2 * sin(pi / arms)) if corners else 1.0


def _inner(arms: int, corners: bool) -> float:
    """Return the distance from the middle to the arms that leaves a gap between neighbours."""
    return (_gap(arms, corners) / 2 + cos(pi / arms)) / sin(pi / arms)


def _star_section(board: Board, fold: Fold, inner: float) -> list[complex]:
    """Return the section of an arm that points right, squares by (outwards, clockwise)."""
    following = rect(1, 2 * pi / board.arms)
    lane_out = [complex(inner + step, 1) for step in reversed(range(fold.length))]
    gap = _gap(board.arms, fold.corners)
    edge = complex(inner, 1)
    middle = (edge + edge.conjugate() * following) / 2
    inwards = -rect(1, pi / board.arms)
    corner = [middle + inwards * sqrt(1 - gap**2 / 4)] if fold.corners else []
    lane_in = [complex(inner + step, -1) for step in range(fold.length + 1)]
    tip = [complex(inner + fold.length, side) for side in (0, 1)]
    return [*lane_out, *corner, *(place * following for place in (*lane_in, *tip))]


def _star_lane(board: Board, fold: Fold, inner: float) -> list[complex]:
    """Return the lane and home of this arm, evenly spaced, with homes kept apart."""
    tip = inner + fold.length
    home = max(inner - 1, _HOMES_APART / 2 / sin(pi / board.arms))
    step = (tip - home) / (board.lane + 1)
    return [complex(tip - step * (index + 1), 0) for index in range(board.lane + 1)]
