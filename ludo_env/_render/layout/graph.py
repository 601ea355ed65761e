"""The layout of a graph: tiles at their points, others at distances like the lengths of the ways.

A point can include the direction in which pieces pile up there, and yards with piled pieces can
have points. Tiles without a point are placed by stress majorization: from a start that depends only
on the graph, they move until their distances are close to the numbers of steps between them.
"""

from __future__ import annotations

from cmath import pi, rect
from collections.abc import Sequence

import numpy as np

from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._families.track.graph.path_text import pile_of, point_of
from ludo_env._render.layout.places import Layout, Pile, Ray, settled, yards_along
from ludo_env._render.layout.stress import (
    Flags,
    Numbers,
    Places,
    closest,
    kept_apart,
    relaxed,
    started,
)

_DIRECTIONS = 16
_FIRST_YARD = 1.5
_EXACT = 1e-6
_WAYS = {"up": Pile(-1, 0), "down": Pile(1, 0), "left": Pile(0, -1), "right": Pile(0, 1)}


def graph_layout(board: GraphBoard) -> Layout:
    """Return the places on a graph."""
    tiles = [name for name in board.names if name]
    points = {name: complex(x, y) for name, x, y in map(point_of, board.points)}
    ways = {name: _WAYS[word] for name, word in map(pile_of, board.points) if word}
    piles = {cell: ways[name] for cell, name in enumerate(board.names) if name in ways}
    given = np.array([name in points for name in tiles])
    at: Places = np.array([points.get(name, 0j) for name in tiles])
    steps = _steps(tiles, board)
    if given.all():
        places = kept_apart(at / _unit(at, given, steps), given)
    else:
        places = _found(board, steps, given, at)
    middle, scale = places.mean(), closest(places)
    by_name = dict(zip(tiles, ((places - middle) / scale).tolist(), strict=True))
    cells = [by_name.get(name) for name in board.names]
    keys = [f"@{seat}" for seat in board.seats]
    if not given.all() or not all(key in points and key in ways for key in keys):
        yards = yards_along(board, cells, _rays(board, cells))
        tiled = bool(given.all()) and not piles and _in_rows(cells)
        return settled(board, cells, yards, piles)._replace(tiled=tiled)
    unit = _unit(at, given, steps) * scale
    bars = [[points[key] / unit - middle / scale] for key in keys]
    return settled(
        board, cells, bars, piles, {player: ways[key] for player, key in enumerate(keys)}
    )


def _in_rows(cells: Sequence[complex | None]) -> bool:
    """Return whether all places are in rows and columns that are one step apart."""
    places = np.array([place for place in cells if place is not None])
    steps = places - places[0]
    off = np.abs(steps.real - steps.real.round()) + np.abs(steps.imag - steps.imag.round())
    return bool((off < _EXACT).all())


def _found(board: GraphBoard, steps: Numbers, given: Flags, at: Places) -> Places:
    """Return the places of all tiles; those without a point are placed around the others."""
    if not given.any():
        places = relaxed(steps, started(steps), np.arange(len(steps)) == 0)
        return _facing(board, kept_apart(places, given))
    wanted = at / _unit(at, given, steps)
    start = _fitted(started(steps), wanted, given)
    return kept_apart(relaxed(steps, start, given), given)


def _steps(tiles: Sequence[str], board: GraphBoard) -> Numbers:
    """Return the number of steps between any two tiles, in either direction."""
    number = {name: index for index, name in enumerate(tiles)}
    beside: list[set[int]] = [set() for _ in tiles]
    for edge in board.steps:
        start, end = number[edge.start], number[edge.end]
        beside[start].add(end)
        beside[end].add(start)
    steps = np.full((len(tiles), len(tiles)), np.inf)
    for first in range(len(tiles)):
        far = {first: 0}
        for tile in (queue := [first]):
            for other in beside[tile]:
                if other not in far:
                    far[other] = far[tile] + 1
                    queue.append(other)
        steps[first, list(far)] = list(far.values())
    # Unconnected tiles are placed far apart.
    steps[np.isinf(steps)] = steps[np.isfinite(steps)].max() + 2
    return steps


def _unit(at: Places, given: Flags, steps: Numbers) -> float:
    """Return the length of a step between tiles with a point: the median."""
    gaps = np.abs(at[:, None] - at[None, :])
    both = given[:, None] & given[None, :] & (steps > 0) & (gaps > 0)
    if not both.any():
        return 1.0
    near = both & (steps == steps[both].min())
    return float(np.median(gaps[near] / steps[near]))


def _fitted(start: Places, wanted: Places, given: Flags) -> Places:
    """Return the start turned or mirrored, and moved to the given points, which are exact."""
    best, least = start, np.inf
    for flat in (start, start.conj()):
        off, goal = flat[given] - flat[given].mean(), wanted[given] - wanted[given].mean()
        turn = complex(np.vdot(off, goal))
        turn = turn / abs(turn) if turn else 1
        moved = (flat - flat[given].mean()) * turn + wanted[given].mean()
        error = float(np.abs(moved[given] - wanted[given]).sum())
        if error < least - 1e-9:
            best, least = moved, error
    return np.where(given, wanted, best)


def _facing(board: GraphBoard, places: Places) -> Places:
    """Turn or mirror the places: player 0 enters on the left, and most ways go clockwise."""
    tiles = [name for name in board.names if name]
    number = {name: index for index, name in enumerate(tiles)}
    places = places - places.mean()
    if places[number[tiles[board.entry(0)]]].real > 0:
        places = -places
    edges = [(number[edge.start], number[edge.end]) for edge in board.steps]
    turning = sum((places[start].conjugate() * places[end]).imag for start, end in edges)
    return places if turning >= 0 else places.conj()


def _rays(board: GraphBoard, cells: Sequence[complex | None]) -> list[list[Ray]]:
    """Return rays from each player's entry in all directions, outward directions first."""
    rays = []
    for player in range(board.players):
        entry = complex(cells[board.entry(player)] or 0)
        away = entry / abs(entry) if abs(entry) > 1e-9 else -1
        turns = sorted(range(_DIRECTIONS), key=lambda turn: min(turn, _DIRECTIONS - turn))
        directions = [away * rect(1, 2 * pi * turn / _DIRECTIONS) for turn in turns]
        rays.append([Ray(entry + _FIRST_YARD * way, way) for way in directions])
    return rays
