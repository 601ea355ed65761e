"""The parts of a layout, for every board: points, yards, and the extent of the whole.

While a board is laid out, a place is a complex number, x to the right and y down, so that turning
is a multiplication. Larger angles are further clockwise, which is the direction of play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np

from ludo_env._families.track.board_kinds import RaceBoard

# Minimum distance of a yard's pieces from tiles, the additional distance from those of other yards,
# across or down, and the step of the search for room.
_ROOM, _BOXES_APART = 1.45, 0.2
_STRIDE = 0.25
# The directions in which a yard may be open to the outside, and half the width of the way.
_VIEWS = np.exp(2j * np.pi * np.arange(16) / 16)
_WAY_OUT = 1.0
# Digits of rounded coordinates, so that the same place is always the same number.
_DIGITS = 4


class Point(NamedTuple):
    """A place in the picture: rows from the top, columns from the left."""

    row: float
    column: float


# The length of the column where pieces pile up.
PILE = 5.2


class Pile(NamedTuple):
    """The direction in which pieces pile up, of length 1."""

    down: int
    across: int


class Layout(NamedTuple):
    """The places on a board; a square reaches half a row and column around its point.

    If a cell of a graph is not a tile (in a lane shorter than the longest), its place is None.
    """

    width: float
    height: float
    cells: tuple[Point | None, ...]  # of each cell of the board
    yards: tuple[tuple[Point, ...], ...]  # of each player's pieces while they are in the yard
    entries: tuple[Point, ...]  # of each player
    edges: tuple[tuple[int, int], ...]  # the cells that a step leads from and to
    middle: Point  # of the cross or the circle, or of the tiles
    square: bool = False  # whether it is a grid of squares in rows and columns
    long: float = 1.0  # of a square of such a grid, along its arm
    wide: float = 1.0  # and across
    # The directions of columns, by cell and by the player of a yard.
    piles: Mapping[int, Pile] = {}
    yard_piles: Mapping[int, Pile] = {}
    tiled: bool = False  # whether a graph's tiles are squares in rows and columns


class Ray(NamedTuple):
    """A line along which a yard can be placed: the first place, and the direction (of length 1)."""

    start: complex
    direction: complex


def settled(
    board: RaceBoard,
    cells: Sequence[complex | None],
    yards: Sequence[Sequence[complex]],
    piles: Mapping[int, Pile] | None = None,
    yard_piles: Mapping[int, Pile] | None = None,
) -> Layout:
    """Return the layout of places around 0, moved so that the corner is at 0."""
    places = [place for place in cells if place is not None]
    places += [place for yard in yards for place in yard]
    for cell, pile in (piles or {}).items():
        # Leave room for the column and the name before it.
        along, place = complex(pile.across, pile.down), cells[cell]
        if place is not None:
            places += [place - 0.5 * along, place + (PILE - 1) * along]
    left, right = min(p.real for p in places), max(p.real for p in places)
    top, bottom = min(p.imag for p in places), max(p.imag for p in places)

    def point(place: complex) -> Point:
        return Point(round(place.imag - top, _DIGITS), round(place.real - left, _DIGITS))

    entries = [cells[board.entry(player)] for player in range(board.players)]
    return Layout(
        width=round(right - left + 1, _DIGITS),
        height=round(bottom - top + 1, _DIGITS),
        cells=tuple(None if place is None else point(place) for place in cells),
        yards=tuple(tuple(point(place) for place in yard) for yard in yards),
        entries=tuple(point(entry) for entry in entries if entry is not None),
        edges=tuple(board.edges()),
        middle=point(0),
        piles=piles or {},
        yard_piles=yard_piles or {},
    )


def yards_along(
    board: RaceBoard, cells: Sequence[complex | None], rays: Sequence[Sequence[Ray]]
) -> list[list[complex]]:
    """Return for each player the first places along their rays with room for all their pieces."""
    tiles = [place for place in cells if place is not None]
    yards: list[list[complex]] = []
    for player, pieces in enumerate(board.counts):
        others = [place for yard in yards for place in yard]
        yard = _first_free(rays[player], _block(pieces), np.array(tiles), np.array(others))
        yards.append(yard)
    return yards


def _first_free(
    rays: Sequence[Ray], block: list[complex], tiles: np.ndarray, others: np.ndarray
) -> list[complex]:
    """Return the block at its first free position outside all loops, along all rays at once."""
    for step in count():
        for start, direction in rays:
            middle = start + step * _STRIDE * direction
            placed = np.array(block) + middle
            if _has_room(placed, tiles, others) and _is_open(middle, tiles):
                return [complex(place) for place in placed]
    raise AssertionError  # there is always room far outside


def _has_room(placed: np.ndarray, tiles: np.ndarray, others: np.ndarray) -> bool:
    """Return whether a yard touches no tile, and no box of another yard."""
    aside = placed[:, None] - others[None, :]
    beside = np.maximum(np.abs(aside.real), np.abs(aside.imag)).min(initial=np.inf)
    return bool(np.abs(placed[:, None] - tiles[None, :]).min() >= _ROOM <= beside - _BOXES_APART)


def _is_open(middle: complex, tiles: np.ndarray) -> bool:
    """Return whether a straight line leads from a place out of the board past all tiles."""
    seen = (tiles - middle)[None, :] * _VIEWS.conj()[:, None]
    return bool(((seen.real < 0) | (np.abs(seen.imag) > _WAY_OUT)).all(axis=1).any())


def _block(pieces: int) -> list[complex]:
    """Return places around 0: two in a row, or enough for a square."""
    across = min(pieces, max(2, ceil(sqrt(pieces))))
    down = ceil(pieces / across)
    middle = complex(across - 1, down - 1) / 2
    return [complex(index % across, index // across) - middle for index in range(pieces)]
