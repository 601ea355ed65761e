"""The layout of a ring: a circle, with lanes from their gates inwards.

Cell 0 is on the left, and the numbers go clockwise. Lanes with gates close to each other lean
apart, so that their homes do not touch; if there is no room for that, the circle is larger.
"""

from __future__ import annotations

from cmath import rect
from itertools import count
from math import pi, sin

import numpy as np

from ludo_env._families.track.board import Board
from ludo_env._render.layout.places import Layout, Ray, settled, yards_along

# Minimum distance of lane squares from each other and from the ring.
_APART = 0.8
_WIDER = 1.1
_FIRST_YARD = 1.5


def ring_layout(board: Board) -> Layout:
    """Return the places on a ring."""
    radius = max(0.5 / sin(pi / board.ring), _room_for_homes(board) + board.lane + 1)
    for attempt in count():
        cells = _cells(board, radius * _WIDER**attempt)
        if _closest(cells) >= _APART:
            break
    outwards = [rect(1, _angle(board, board.entry(player))) for player in range(board.players)]
    rays = [[Ray((abs(cells[0]) + _FIRST_YARD) * outward, outward)] for outward in outwards]
    return settled(board, cells, yards_along(board, cells, rays))


def _room_for_homes(board: Board) -> float:
    """Return the radius of a circle on which the homes lie side by side."""
    return 0.5 / sin(pi / max(2, board.players))


def _angle(board: Board, cell: int) -> float:
    return pi + 2 * pi * cell / board.ring


def _cells(board: Board, radius: float) -> list[complex]:
    ring = [rect(radius, _angle(board, cell)) for cell in range(board.ring)]
    gates = [(board.entry(player) + board.gate) % board.ring for player in range(board.players)]
    inner = radius - board.lane - 1
    homes = _homes([_angle(board, gate) for gate in gates], inner)
    lanes = [
        ring[gate] + (rect(inner, homes[player]) - ring[gate]) * (step + 1) / (board.lane + 1)
        for player, gate in enumerate(gates)
        for step in range(board.lane + 1)
    ]
    return [*ring, *lanes]


def _homes(gates: list[float], radius: float) -> list[float]:
    """Return the angle of each home: that of its gate, unless neighbours push it away."""
    angles = np.array(gates)
    order = np.argsort(angles)
    room = min(2 * np.arcsin(min(1.0, 0.5 / radius)), 2 * pi / len(gates))
    sorted_angles = angles[order]
    # Neighbours that are too close move apart, each by half of the missing angle.
    for _ in range(1000):
        ahead = np.append(sorted_angles[1:], sorted_angles[0] + 2 * pi)
        missing = np.maximum(0, room - (ahead - sorted_angles))
        if missing.max() < 1e-6:
            break
        sorted_angles += (np.roll(missing, 1) - missing) / 2
    angles[order] = sorted_angles
    return [float(angle) for angle in angles]


def _closest(cells: list[complex]) -> float:
    """Return the distance of the two closest cells."""
    places = np.array(cells)
    gaps = np.abs(places[:, None] - places[None, :])
    np.fill_diagonal(gaps, np.inf)
    return float(gaps.min())
