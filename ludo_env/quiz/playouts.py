"""Winning chances by playouts: one agent plays all players, and the luck is taken out."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import stream_keys
from ludo_env._engine.forecast import Forecast
from ludo_env._engine.game import Game
from ludo_env._engine.luck import walk_through
from ludo_env._engine.state import Record
from ludo_env.arena.adjusted import less_luck

# A playout of more decisions counts as lost.
_LIMIT = 20_000
_FIRST, _AT_ONCE = 256, 4096
_Z = 1.959964


@dataclass(frozen=True)
class Known:
    """A winning chance, half of its 95 % interval, and the number of playouts behind it."""

    chance: float
    error: float
    playouts: int
    ratio: float  # the variance of a playout, divided by the variance without luck


def winning_chances(
    game: Game,
    forecast: Forecast,
    record: Record,
    actions: list[int],
    seed: int,
    within: float,
    most: int,
    luck: bool = True,
) -> list[Known]:
    """Return the chance of the player to act to win after each action; the state is trusted.

    Each action is played out until its chance is known within so many points of 100, or `most`
    times. Playout number j throws the same dice for every action, so actions with the same result
    have the same chance. `luck=False` leaves the luck in, which needs more playouts, but each is
    quicker.
    """
    seat = int(record["seat"][0])
    return [
        _known(game, forecast, record, seat, action, seed, within / 100, most, luck)
        for action in actions
    ]


def _known(
    game: Game,
    forecast: Forecast,
    record: Record,
    seat: int,
    action: int,
    seed: int,
    within: float,
    most: int,
    measured: bool,
) -> Known:
    """Return the chance after one action."""
    wins: npt.NDArray[np.float64] = np.zeros(0)
    luck = np.zeros((0, forecast.guesses))
    wanted = min(_FIRST, most)
    while True:
        while len(wins) < wanted:
            numbers = np.arange(len(wins), min(wanted, len(wins) + _AT_ONCE), dtype=np.uint64)
            keys = np.stack(stream_keys(seed, numbers), axis=1).astype(np.int64)
            played = [np.array([action])] * len(numbers)
            found = walk_through(
                game,
                forecast,
                keys,
                played,
                record.repeat(len(numbers)),
                measured=measured,
                limit=_LIMIT,
            )
            wins = np.append(wins, found.returns[:, seat] > 0)
            luck = np.concatenate([luck, found.luck[:, :, seat]])
        known = _estimate(wins, luck)
        if known.error <= within or wanted >= most:
            return known
        # As many as should be enough by the present error, but at most four times as many as now.
        needed = int(wanted * (known.error / within) ** 2 * 1.05) + 1
        wanted = min(most, 4 * wanted, max(needed, wanted + 1))


def _estimate(wins: npt.NDArray[np.float64], luck: npt.NDArray[np.float64]) -> Known:
    """Return the chance that some playouts give."""
    count = len(wins)
    left = less_luck(wins, luck, np.arange(count))
    variance, plain = float(left.var(ddof=1)), float(wins.var(ddof=1))
    if plain == 0:
        # All have ended alike. Of as many more, up to three can end otherwise.
        variance = max(variance, (3 / _Z) ** 2 / count)
    error = _Z * math.sqrt(variance / count)
    ratio = plain / variance if variance > 0 else 1.0
    chance = min(1.0, max(0.0, float(left.mean())))
    return Known(round(chance, 6), round(error, 6), count, round(ratio, 3))
