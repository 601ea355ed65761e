"""Strengths of agents from finishing orders: a Plackett-Luce model, fitted to all games at once.

The model draws the first of a game from all its sides in proportion to their weights, the second
from those that are left, and so on. The weight of a side of partners is the geometric mean of
theirs. Unlike in ratings that are updated game by game, the order of the games does not matter.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import is_real
from ludo_env._engine.errors import LudoError, quoted

# A side and its place, where smaller is better: ("a", 1), or (("a", "b"), 1).
Placed: TypeAlias = "tuple[Hashable | tuple[Hashable, ...], float]"

# Points for odds of ten to one, as in Elo ratings.
_POINTS = 400 / math.log(10)
# The prior deviation of strengths, in logarithms; without it, an agent that never wins would be
# infinitely weak.
_SPREAD = 4.0
_Z = 1.959964
_STEPS, _CLOSE = 100, 1e-10


@dataclass(frozen=True)
class Strength:
    """The strength of an agent in points, 400 for odds of ten to one; the mean agent has 0."""

    points: float
    low: float  # the 95 % interval, if games are independent
    high: float


def plackett_luce(games: Iterable[Sequence[Placed]]) -> dict[Any, Strength]:
    """Return the strength of each agent from games: the sides of each, with their places.

    A side is an agent or a tuple of partners. Sides with equal places are not compared with each
    other: `[("a", 1), ("b", 2), ("c", 2)]` says that a was first, and does not compare b and c.
    """
    counts = Counter(map(_sorted, games))
    names = list(dict.fromkeys(name for game in counts for side, _ in game for name in side))
    number = {name: at for at, name in enumerate(names)}
    terms = _Terms(len(names))
    for game, count in counts.items():
        rows = [(terms.row([number[name] for name in side]), place) for side, place in game]
        for row, place in rows:
            # The sides that share the last place were never chosen.
            if place < rows[-1][1]:
                left = [other for other, later in rows if later >= place]
                terms.add(row, left, count)
    return dict(zip(names, terms.fitted(), strict=True))


def first_place(strengths: Sequence[Strength]) -> list[float]:
    """Return the chance of each of these to finish first in a game against the others."""
    logs = np.array([strength.points for strength in strengths]) / _POINTS
    weights = np.exp(logs - logs.max())
    return (weights / weights.sum()).tolist()  # type: ignore[no-any-return]


class _Terms:
    """The observed choices of a first among the sides that are left, with their counts."""

    def __init__(self, agents: int) -> None:
        self._agents = agents
        self._choices: dict[int, list[tuple[Any, Any, int]]] = {}

    def row(self, side: Sequence[int]) -> npt.NDArray[np.float64]:
        """Return the coefficient of each agent in the logarithm of a side's weight."""
        return np.bincount(side, minlength=self._agents) / len(side)

    def add(self, chosen: Any, left: Sequence[Any], count: int) -> None:
        """Add a choice among sides, including the chosen one, that was made `count` times."""
        self._choices.setdefault(len(left), []).append((chosen, np.array(left), count))

    def fitted(self) -> list[Strength]:
        """Return the strengths that make all choices most likely, by Newton's method."""
        groups = [
            tuple(np.array(part, float) for part in zip(*choices, strict=True))
            for choices in self._choices.values()
        ]
        logs, size = np.zeros(self._agents), np.inf
        worth, slope, curve = _likelihood(logs, groups)
        for _ in range(_STEPS):
            step = np.linalg.solve(curve, slope)
            # The sum is concave, so a step that is too long need only be halved.
            part = 1.0
            while True:
                tried = logs + part * step
                found = _likelihood(tried, groups)
                if found[0] >= worth - 1e-9 * abs(worth) or part < 1e-6:
                    break
                part /= 2
            logs, (worth, slope, curve), size = tried, found, float(np.abs(part * step).max())
            if size < _CLOSE:
                break
        centre = np.eye(self._agents) - 1 / self._agents
        spread = centre @ np.linalg.inv(curve) @ centre
        points = _POINTS * (centre @ logs)
        half = _Z * _POINTS * np.sqrt(np.maximum(np.diag(spread), 0))
        return [
            Strength(round(point, 3), round(point - wide, 3), round(point + wide, 3))
            for point, wide in zip(points.tolist(), half.tolist(), strict=True)
        ]


def _likelihood(logs: Any, groups: Sequence[Any]) -> tuple[float, Any, Any]:
    """Return the log-likelihood of all choices, its gradient, and its negative Hessian."""
    worth = -0.5 * float(logs @ logs) / _SPREAD**2
    slope, curve = -logs / _SPREAD**2, np.eye(len(logs)) / _SPREAD**2
    for chosen, left, counts in groups:
        values = left @ logs
        highest = values.max(axis=1, keepdims=True)
        weights = np.exp(values - highest)
        total = weights.sum(axis=1, keepdims=True)
        shares = weights / total
        mean = np.einsum("tc,tca->ta", shares, left)
        worth += float(counts @ (chosen @ logs - highest[:, 0] - np.log(total[:, 0])))
        slope = slope + counts @ (chosen - mean)
        curve = curve + np.einsum("t,tc,tca,tcb->ab", counts, shares, left, left, optimize=True)
        curve = curve - np.einsum("t,ta,tb->ab", counts, mean, mean, optimize=True)
    return worth, slope, curve


def _sorted(game: Any) -> tuple[tuple[tuple[Any, ...], float], ...]:
    """Return the sides of a game in the order of places; refuse an invalid game."""
    try:
        placed = [(side if isinstance(side, tuple) else (side,), place) for side, place in game]
        sound = all(side and is_real(place) and math.isfinite(place) for side, place in placed)
    except (TypeError, ValueError):
        sound = False
    if not sound:
        raise LudoError(
            "plackett_luce() takes games as lists of sides with their places, such as "
            f"[('a', 1), ('b', 2)], not {quoted(game)}."
        )
    return tuple(sorted(placed, key=lambda each: each[1]))
