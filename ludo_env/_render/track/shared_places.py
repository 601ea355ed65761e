"""Pieces that share a place: they overlap, with visible numbers or with counts of piles.

Up to four pieces show their numbers, in heads that are shifted out from under the pieces in front.
With more pieces, those of each player form a pile, and a pile of several shows their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil, sqrt
from typing import NamedTuple

from ludo_env._render.piece_shapes import RADIUS

ROOM = 0.94  # the width that pieces on one square take
_SHOWN = 4  # the most pieces that all show their numbers
_CRAMPED = 0.75  # a place narrower than this has room for piles only
_PAIR = 1.4  # the least ratio of the sides of a place where two pieces are next to each other
_LAYER = 0.03  # the height of each further piece of a pile
_LAYERS = 3
# By the number of pieces: the radius, and the offsets and leans, pieces behind others first.
_FANS = {
    1: (RADIUS, ((0.0, 0.0),), ((0.0, 0.0),)),
    2: (0.32, ((-0.135, -0.135), (0.135, 0.135)), ((-0.26, -0.26), (0.14, 0.14))),
    3: (
        *(0.28, ((-0.19, -0.17), (0.19, -0.17), (0.0, 0.18))),
        ((-0.25, -0.2), (0.25, -0.2), (0.0, 0.2)),
    ),
    4: (
        *(0.28, ((-0.19, -0.19), (0.19, -0.19), (-0.19, 0.19), (0.19, 0.19))),
        ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)),
    ),
}

XY = tuple[float, float]


class Share(NamedTuple):
    """The place of one of several pieces: offset, radius, lean of its head, and its pile."""

    x: float
    y: float
    radius: float
    lean: XY = (0.0, 0.0)  # divided by the radius
    pile: int = 1  # the number of pieces in its pile


@lru_cache(maxsize=1024)
def shares(owners: tuple[int, ...], alone: float, room: float) -> tuple[Share, ...]:
    """Return the share of each piece of a place, in the order of `owners`, one for each piece.

    `alone` is the width for one piece, and `room` that of a square for several.
    """
    if len(owners) == 1:
        return (Share(0.0, 0.0, round(min(RADIUS, RADIUS * alone / ROOM), 4)),)
    cramped = room < _CRAMPED
    if len(owners) <= _SHOWN and not cramped:
        return _fan(len(owners), room / ROOM)
    sizes = [len(list(pieces)) for _, pieces in groupby(owners)]
    if cramped and len(sizes) == 1:
        places: Sequence[Share] = [Share(0.0, 0.0, round(RADIUS * alone / ROOM, 4))]
    elif len(sizes) <= _SHOWN:
        places = _fan(len(sizes), room / ROOM)
    else:
        places = grid_of(len(sizes), room)
    return tuple(
        share
        for place, size in zip(places, sizes, strict=True)
        for share in _pile(place._replace(pile=size))
    )


def side_by_side(count: int, width: float, height: float) -> tuple[Share, ...]:
    """Return the shares of two pieces next to each other, if a square is wide or high enough."""
    if count != 2 or max(width, height) < _PAIR * min(width, height):
        return ()
    radius = round(0.24 * max(width, height), 4)
    x, y = (radius, 0.0) if width > height else (0.0, radius)
    return Share(-x, -y, radius), Share(x, y, radius)


def grid_of(count: int, room: float) -> list[Share]:
    """Return places side by side, in rows, in a square of this width."""
    across = ceil(sqrt(count))
    down = ceil(count / across)
    pitch = room / across
    places = []
    for index in range(count):
        row, column = divmod(index, across)
        in_row = min(across, count - row * across)
        x, y = (column - (in_row - 1) / 2) * pitch, (row - (down - 1) / 2) * pitch
        places.append(Share(round(x, 4), round(y, 4), round(min(RADIUS, 0.46 * pitch), 4)))
    return places


def _fan(count: int, scale: float) -> tuple[Share, ...]:
    """Return overlapping places whose heads are all visible."""
    radius, offsets, leans = _FANS[count]
    return tuple(
        Share(round(scale * x, 4), round(scale * y, 4), round(scale * radius, 4), lean)
        for (x, y), lean in zip(offsets, leans, strict=True)
    )


def _pile(place: Share) -> list[Share]:
    """Return the places of pieces one upon the other, the lowest first."""
    if place.pile == 1:
        return [place]
    layers = [min(index, _LAYERS) for index in range(place.pile)]
    middle = layers[-1] / 2
    step = _LAYER * place.radius / RADIUS
    return [place._replace(y=round(place.y - (layer - middle) * step, 4)) for layer in layers]
