"""Ratings of strength by openskill's Plackett-Luce model, for the arena and for leagues."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Hashable, Mapping, Sequence
from statistics import NormalDist
from typing import Any

from ludo_env._engine.errors import LudoError

INTERVAL = "95 %"  # the heading of an interval, which tables show as low..high
_Z = NormalDist().inv_cdf(0.975)


def rating_interval(mean: float | None, deviation: float | None) -> tuple[float, float]:
    """Return the 95 % interval of a rating; infinite without a rating."""
    if mean is None or deviation is None:
        return -math.inf, math.inf
    return mean - _Z * deviation, mean + _Z * deviation


def rating_model() -> Any:
    """Return the rating model; None without openskill. Raise a LudoError if it does not work."""
    if importlib.util.find_spec("openskill") is None:
        return None
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise LudoError(
            "openskill is installed but has no Plackett-Luce model; "
            '`pip install --upgrade "ludo_env[arena]"`, or uninstall it to play without ratings.'
        ) from error
    return PlackettLuce()


def rated(
    model: Any,
    ratings: Mapping[Any, Any],
    players: Sequence[Hashable],
    returns: Sequence[float],
) -> dict[Any, Any]:
    """Return the new ratings of the players of one game, by player.

    Each player is rated separately, so the partners of a winning team tie for first place. A player
    with several seats gets the mean of the ratings of these seats.
    """
    teams = [[ratings[player]] for player in players]
    ranks = [1.0 if gained > 0 else 2.0 for gained in returns]
    found: dict[Any, list[Any]] = {}
    for player, (rating,) in zip(players, model.rate(teams, ranks=ranks), strict=True):
        found.setdefault(player, []).append(rating)
    return {player: _mean(model, each) for player, each in found.items()}


def _mean(model: Any, ratings: Sequence[Any]) -> Any:
    if len(ratings) == 1:
        return ratings[0]
    mean = sum(rating.mu for rating in ratings) / len(ratings)
    deviation = sum(rating.sigma for rating in ratings) / len(ratings)
    return model.rating(mu=mean, sigma=deviation)
