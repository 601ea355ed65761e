"""The text grid of a layout: line and column of three characters for each place."""

from __future__ import annotations

from functools import lru_cache
from itertools import count, pairwise
from math import ceil, floor
from typing import NamedTuple

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._render.layout.layout import Layout, Point, layout_of
from ludo_env._render.layout.places import Pile
from ludo_env._render.layout.tight_grid import LINES, WIDTH, tight_grid

__all__ = ["WIDTH", "Spot", "Spots", "spots_of"]

_FINER = 0.05
# Boards without a grid of squares have at least this many lines.
_LINES = 10
_MOST_LINES = 19  # the largest cross


class Spot(NamedTuple):
    """The line, and the column of the first character."""

    line: int
    column: int


class Spots(NamedTuple):
    """The places on a board in a text."""

    lines: int
    cells: tuple[Spot | None, ...]
    yards: tuple[tuple[Spot, ...], ...]  # a single place if the pieces pile up
    names: tuple[Spot | None, ...] = ()  # of cells where pieces pile up, before the column


@lru_cache(maxsize=64)
def spots_of(board: RaceBoard) -> Spots:
    """Return the places on a board in a text, no two places on the same characters."""
    layout = layout_of(board)
    return _on_squares(layout) if layout.square else _on_characters(layout)


def _on_squares(layout: Layout) -> Spots:
    """Return each place on the nearest square; a place between two squares, on the outer one."""
    middle = (layout.width - 1) / 2

    def square(at: float) -> int:
        return ceil(at - 0.5) if at < middle else floor(at + 0.5)

    def spot(place: Point) -> Spot:
        return Spot(square(place.row), WIDTH * square(place.column))

    cells = tuple(None if place is None else spot(place) for place in layout.cells)
    yards = tuple(tuple(map(spot, yard)) for yard in layout.yards)
    return Spots(int(layout.height), cells, yards)


def _on_characters(layout: Layout) -> Spots:
    """Return each place on the nearest characters, in the smallest scale without collisions.

    If that needs more lines than a terminal has, places are moved slightly, if that is enough.
    """
    for finer in count():
        spots = _in_scale(layout, 1 + _FINER * finer)
        if _all_apart(_all(spots)):
            whole = _in_the_corner(spots)
            return whole if whole.lines <= _MOST_LINES else _tight(layout) or whole
    raise AssertionError  # there are no collisions in a large enough scale


def _tight(layout: Layout) -> Spots | None:
    """Return the places in the lines of a terminal, or None if there is no room for them."""
    found = None if layout.piles or layout.yard_piles else tight_grid(layout)
    if found is None:
        return None
    cells = tuple(None if place is None else Spot(*found[place]) for place in layout.cells)
    yards = tuple(tuple(Spot(*found[place]) for place in yard) for yard in layout.yards)
    return Spots(LINES, cells, yards, (None,) * len(cells))


def _in_scale(layout: Layout, scale: float) -> Spots:
    """Return each place scaled from the middle; the places of a yard stay together."""
    top, left = layout.middle

    def spot(place: Point) -> Spot:
        line, column = scale * (place.row - top), WIDTH * scale * (place.column - left)
        return Spot(_nearest(line), _nearest(column))

    def beside(first: Point, place: Point) -> Spot:
        line, column = spot(first)
        down, across = round(place.row - first.row), round(place.column - first.column)
        return Spot(line + down, column + WIDTH * across)

    cells = tuple(None if place is None else spot(place) for place in layout.cells)
    yards = tuple(tuple(beside(yard[0], place) for place in yard) for yard in layout.yards)
    names = tuple(_before(spot, layout.piles.get(cell)) for cell, spot in enumerate(cells))
    return Spots(0, cells, yards, names)


def _before(spot: Spot | None, pile: Pile | None) -> Spot | None:
    """Return the characters before the foot of a column."""
    if spot is None or pile is None:
        return None
    return Spot(spot.line - pile.down, spot.column - WIDTH * pile.across)


def _nearest(number: float) -> int:
    """Return the nearest whole number, symmetric around 0, so that pictures are symmetric."""
    nearest = floor(abs(number) + 0.5)
    return nearest if number > 0 else -nearest


def _in_the_corner(spots: Spots) -> Spots:
    """Return the places moved to the first line and column, or to the middle of enough lines."""
    top = min(spot.line for spot in _all(spots))
    left = min(spot.column for spot in _all(spots))
    lines = max(spot.line for spot in _all(spots)) - top + 1
    above = max(0, _LINES - lines) // 2

    def moved(spot: Spot) -> Spot:
        return Spot(spot.line - top + above, spot.column - left)

    cells = tuple(None if spot is None else moved(spot) for spot in spots.cells)
    yards = tuple(tuple(map(moved, yard)) for yard in spots.yards)
    names = tuple(None if spot is None else moved(spot) for spot in spots.names)
    return Spots(max(lines, _LINES), cells, yards, names)


def _all(spots: Spots) -> list[Spot]:
    found = [spot for spot in (*spots.cells, *spots.names) if spot is not None]
    return found + [spot for yard in spots.yards for spot in yard]


def _all_apart(spots: list[Spot]) -> bool:
    following = pairwise(sorted(spots))
    return all(one.line < two.line or two.column - one.column >= WIDTH for one, two in following)
