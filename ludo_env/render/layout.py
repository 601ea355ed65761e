"""Where the cells of a board lie on a grid: pure geometry, for every picture of a game.

A cross of arms three squares wide. The ring runs, from the entry of arm 0 (on the left) clockwise:

      . . . . . . 4 5 6 . . . . . .      a section of the ring belongs to an arm: its own lane
      . . . . . . 3 # 7>. . . . . .      outwards, [an inner corner,] the next arm's lane inwards,
      . . . . . . 2 # 8 . . . . . .      that arm's middle square and its outer corner.
      0>1 . .
"""

from __future__ import annotations

from typing import NamedTuple

from ludo_env.track.board import Board


class Point(NamedTuple):
    """A place on the grid: row from the top, column from the left."""

    row: float
    column: float


class CrossLayout(NamedTuple):
    """The grid places of everything on a cross."""

    size: int  # the grid is size x size
    cells: tuple[Point, ...]  # of each cell of the board
    yards: tuple[tuple[Point, ...], ...]  # of each player's pieces while they are in the yard
    entries: tuple[Point, ...]  # of each player


def cross_layout(board: Board) -> CrossLayout:
    """The grid places of a board of four arms."""
    arm = board.lane + 1
    size = 2 * arm + 3
    ring = [
        _turned(point, turn, size)
        for turn in range(len(board.entries))
        for point in _section(arm, board.corners)
    ]
    lanes = []
    for seat in board.seats:
        lane = [Point(arm + 1, 1 + step) for step in range(board.lane)]
        home = Point(arm + 1, arm + 0.5)
        lanes += [_turned(point, seat, size) for point in (*lane, home)]
    yards = tuple(
        tuple(_turned(point, seat, size) for point in _yard(arm, board.pieces))
        for seat in board.seats
    )
    cells = (*ring, *lanes)
    entries = tuple(cells[board.entry(player)] for player in range(board.players))
    return CrossLayout(size, cells, yards, entries)


def _section(arm: int, corners: bool) -> list[Point]:
    """The section of arm 0, the left one."""
    lane_out = [Point(arm, column) for column in range(1, arm)]
    corner = [Point(arm, arm)] if corners else []
    lane_in = [Point(row, arm) for row in range(arm - 1, -1, -1)]
    tip = [Point(0, arm + 1), Point(0, arm + 2)]
    return [*lane_out, *corner, *lane_in, *tip]


def _yard(arm: int, pieces: int) -> list[Point]:
    """Places in the corner above arm 0, two in a row."""
    middle = (arm - 1) / 2
    rows = (pieces + 1) // 2
    return [
        Point(middle + (index // 2) - (rows - 1) / 2, middle + (index % 2) - 0.5)
        for index in range(pieces)
    ]


def _turned(point: Point, turns: int, size: int) -> Point:
    """A point after so many quarter turns clockwise."""
    for _ in range(turns % 4):
        point = Point(point.column, size - 1 - point.row)
    return point
