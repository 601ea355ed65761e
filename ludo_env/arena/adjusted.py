"""Results adjusted for luck: unbiased shares of wins with a smaller variance.

The luck of a game is zero on average (`_engine/luck`), so any multiple of it can be subtracted. The
multiple with the smallest variance is estimated from games, but never from those that it is used
for: the blocks of a run are split into two halves, and each half uses the multiples of the other.
So the adjusted share has no bias, even with a bad forecast.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import mix

if TYPE_CHECKING:
    from ludo_env.arena.batch_play import Played
    from ludo_env.arena.plan import Plan

Array = npt.NDArray[np.float64]

# The multiple for a perfect forecast: returns differ by 2, from -1 to 1, and wins by 1.
_EXPECTED = 0.5
# The weight of the expected multiples in the estimate, as a number of results.
_PRIOR = 40.0
_SHARE = 0.975
_T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776}


@dataclass(frozen=True)
class Adjusted:
    """The share of wins of an agent, adjusted for the luck of its games."""

    share: float
    low: float | None  # the 95 % interval, by blocks; None for less than two of them
    high: float | None
    # The variance of plain results divided by that of adjusted ones: the plain share needs this
    # many times as many games for the same interval.
    ratio: float | None


def adjusted_shares(plan: Plan, games: Sequence[Played]) -> list[Adjusted | None]:
    """Return the adjusted share of each agent; None without games."""
    if not games:
        return [None] * len(plan.agents)
    agents = np.array([game.seating for game in games]).ravel()
    wins = (np.array([game.returns for game in games]) > 0).astype(float).ravel()
    luck = np.array([game.luck for game in games], float).reshape(len(wins), -1)
    blocks = np.repeat([plan.block(game.game) for game in games], plan.spec.players)
    left = wins - _fitted(agents, wins, luck, blocks)
    return [_adjusted(agents == agent, wins, left, blocks) for agent in range(len(plan.agents))]


def less_luck(wins: Array, luck: Array, blocks: npt.NDArray[np.int64]) -> Array:
    """Return results adjusted for luck; `blocks` marks results that are not independent."""
    return wins - _fitted(np.zeros(len(wins), np.int64), wins, luck, blocks)


def _fitted(agents: Any, wins: Array, luck: Array, blocks: Any) -> Array:
    """Return what to subtract from each result: luck times multiples from the other half."""
    words: Any = np.asarray(blocks, np.uint64)
    halves = mix(words) & 1
    found = np.zeros(len(wins))
    for half in (0, 1):
        others = halves != half
        above = wins.copy()
        for agent in np.unique(agents):
            known = others & (agents == agent)
            above[known] -= wins[known].mean() if known.any() else 0.0
        guesses = luck.shape[1]
        expected = _multiples(above[others], luck[others], np.full(guesses, _EXPECTED / guesses))
        # Luck matters less to an agent that nearly always wins or loses.
        for agent in np.unique(agents):
            known, own = others & (agents == agent), ~others & (agents == agent)
            found[own] = luck[own] @ _multiples(above[known], luck[known], expected)
    return found


def _multiples(above: Array, luck: Array, expected: Array) -> Array:
    """Return the multiples of the guesses that fit some results best, near the expected ones."""
    if not luck.any():
        return expected
    products = luck.T @ luck
    prior = _PRIOR * np.trace(products) / luck.size * np.eye(len(expected))
    found: Array = np.linalg.solve(products + prior, luck.T @ above + prior @ expected)
    return found


def _adjusted(own: Any, wins: Array, left: Array, blocks: Any) -> Adjusted | None:
    """Return the adjusted share of an agent from its own results."""
    count = int(own.sum())
    if not count:
        return None
    mean = float(left[own].mean())
    _, places = np.unique(blocks[own], return_inverse=True)
    sums = np.bincount(places.ravel(), left[own] - mean)
    low = high = ratio = None
    if len(sums) > 1:
        deviation = math.sqrt(len(sums) / (len(sums) - 1) * float(sums @ sums)) / count
        half = t_quantile(len(sums) - 1) * deviation
        low, high = round(mean - half, 6), round(mean + half, 6)
    plain, adjusted = float(wins[own].var()), float(left[own].var())
    if plain > 0 and adjusted > 0:
        ratio = round(plain / adjusted, 3)
    return Adjusted(round(mean, 6), low, high, ratio)


def t_quantile(degrees: int) -> float:
    """Return the half-width of a 95 % interval of Student's t distribution, in deviations."""
    if degrees in _T:
        return _T[degrees]
    # The Cornish-Fisher expansion, correct to three digits from five degrees of freedom on.
    z = NormalDist().inv_cdf(_SHARE)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3
