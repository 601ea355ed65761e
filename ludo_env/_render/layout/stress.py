"""Stress majorization: points in the plane with distances as close as possible to given ones.

The weight of a pair is one over the square of its distance, so that near pairs count most.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.complex128]
Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_ROUNDS = 120
_PUSHES = 150
_STILL = 1e-3  # a point that moves less than this has arrived
_TINY = 1e-9
_DIGITS = 4
# Minimum distance of two points, and of two given points.
_APART = 0.8
_GIVEN_APART = 0.25


def started(steps: Numbers) -> Places:
    """Return the start: classical scaling of the distances, as in a space of many dimensions.

    The two directions of greatest extent are found by power iteration. It starts from pseudo-random
    numbers, because symmetric graphs have no first direction.
    """
    squares = steps**2
    centred = (squares.mean(0) + squares.mean(1)[:, None] - squares - squares.mean()) / 2
    index = np.arange(len(steps))
    across, down = np.cos(index**2), np.cos(index**2 + index + 1)
    for _ in range(_ROUNDS):
        moved = _times(centred, across + 1j * down)
        across = moved.real / max(float(np.linalg.norm(moved.real)), _TINY)
        aside = moved.imag - across * (across * moved.imag).sum()
        down = aside / max(float(np.linalg.norm(aside)), _TINY)
    moved = _times(centred, across + 1j * down)
    sizes = [np.sqrt(np.linalg.norm(part)) for part in (moved.real, moved.imag)]
    return _rounded(across * sizes[0] + 1j * down * sizes[1])


def relaxed(steps: Numbers, start: Places, fixed: Flags) -> Places:
    """Return the points with the least stress near the start; at least one point is fixed."""
    places = start.copy()
    far = np.where(steps > 0, steps, 1)
    weights = np.where(steps > 0, far**-2.0, 0)
    balance = np.diag(weights.sum(1)) - weights
    free = ~fixed
    inverse = np.linalg.inv(balance[np.ix_(free, free)])
    held = _times(balance[np.ix_(free, fixed)], places[fixed])
    for _ in range(_ROUNDS):
        pull = weights * steps / np.maximum(_gaps(places), _TINY)
        wanted = pull.sum(1) * places - _times(pull, places)
        moved = _times(inverse, wanted[free] - held)
        shift = np.abs(moved - places[free]).max()
        places[free] = moved
        if shift < _STILL:
            break
    return _rounded(places)


def kept_apart(places: Places, given: Flags) -> Places:
    """Push points that are too close apart; given points move only away from each other."""
    places = places.copy()
    weight = np.where(given, _TINY, 1.0)
    for _ in range(_PUSHES):
        gaps = _gaps(places)
        apart = np.where(given[:, None] & given[None, :], _GIVEN_APART, _APART)
        rows, columns = np.nonzero(gaps < apart - _STILL)
        if not len(rows):
            break
        away = places[rows] - places[columns]
        # Two identical points move apart in a direction that depends on their indices.
        same = np.abs(away) < _TINY
        turn = np.exp(1j * (np.minimum(rows, columns) + 1)) * np.sign(rows - columns)
        direction = np.where(same, turn, away / np.maximum(np.abs(away), _TINY))
        share = weight[rows] / (weight[rows] + weight[columns])
        missing = apart[rows, columns] - np.minimum(gaps[rows, columns], apart[rows, columns])
        np.add.at(places, rows, direction * missing * share)
    return places


def closest(places: Places) -> float:
    """Return the distance of the two closest points."""
    return float(_gaps(places).min())


def _gaps(places: Places) -> Numbers:
    """Return the distance of any two points; infinite for a point and itself."""
    across = places.real[:, None] - places.real[None, :]
    down = places.imag[:, None] - places.imag[None, :]
    gaps: Numbers = np.sqrt(across * across + down * down)
    np.fill_diagonal(gaps, np.inf)
    return gaps


def _times(matrix: Numbers, places: Places) -> Places:
    """Return the product, summed in a fixed order so that it is the same on every machine."""
    across = np.einsum("ij,j->i", matrix, np.ascontiguousarray(places.real))
    down = np.einsum("ij,j->i", matrix, np.ascontiguousarray(places.imag))
    product: Places = across + 1j * down
    return product


def _rounded(places: Places) -> Places:
    """Return the places rounded to digits that agree on all machines."""
    rounded: Places = np.round(places, _DIGITS)
    return rounded
