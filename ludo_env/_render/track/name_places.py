"""The places of the names of a graph's tiles: beside the tiles, where there is most room."""

from __future__ import annotations

from cmath import pi, rect
from collections.abc import Mapping, Sequence

import numpy as np

from ludo_env._render.layout.yards import Yard

_DIRECTIONS = 16
_BESIDE = 0.78  # from the middle of a tile to that of its name
_WIDER = 0.07  # for each letter, to the sides
_ENOUGH = 0.85  # of room; more is no better
_OUTSIDE = 0.05  # how much a direction away from the middle of the board is preferred

XY = tuple[float, float]


def name_places(
    cells: Sequence[XY | None],
    steps: Sequence[tuple[int, int]],
    letters: Mapping[int, int],
    yards: Sequence[Yard],
) -> dict[int, XY]:
    """Return the middle of each name, by cell; `letters` is the number of letters, by cell."""
    tiles = {cell: complex(*at) for cell, at in enumerate(cells) if at is not None}
    middle = sum(tiles.values()) / len(tiles)
    lines = np.array([(tiles[a], tiles[b]) for a, b in steps if a in tiles and b in tiles])
    full = [*tiles.values(), *_frame_points(yards)]
    places = {}
    for cell, count in letters.items():
        here = tiles[cell]
        away = (here - middle) / max(abs(here - middle), 1e-9)

        def worth(at: complex, here: complex = here, away: complex = away) -> float:
            others = np.array([place for place in full if place != here])
            room = min(float(np.abs(others - at).min()), _from_lines(lines, at) + 0.45)
            direction = (at - here) / abs(at - here)
            return min(room, _ENOUGH) + _OUTSIDE * (direction * away.conjugate()).real

        turns = [rect(_BESIDE, 2 * pi * turn / _DIRECTIONS) for turn in range(_DIRECTIONS)]
        wide = 1 + _WIDER * count
        best = max((here + complex(wide * turn.real, turn.imag) for turn in turns), key=worth)
        full.append(best)
        places[cell] = (round(best.real, 3), round(best.imag, 3))
    return places


def _frame_points(yards: Sequence[Yard]) -> list[complex]:
    """Return points all over each yard."""
    return [
        complex(yard.left + yard.width * across / 4, yard.top + yard.height * down / 4)
        for yard in yards
        for across in range(5)
        for down in range(5)
    ]


def _from_lines(lines: np.ndarray, at: complex) -> float:
    """Return the distance of a point from the nearest line."""
    start, along = lines[:, 0], lines[:, 1] - lines[:, 0]
    share = ((at - start) * along.conj()).real / np.maximum(np.abs(along) ** 2, 1e-9)
    nearest = start + np.clip(share, 0, 1) * along
    return float(np.abs(nearest - at).min())
