"""Scoring: from games to a result, in the order of the games, on any engine."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Any

from ludo_env._engine.errors import LudoError
from ludo_env.arena.batch_play import Played
from ludo_env.arena.plan import Plan
from ludo_env.arena.result import Result, Share, Standing


def result_of(plan: Plan, games: Sequence[Played], model: Any = None) -> Result:
    """Return the sums of these games, in ascending order; rated if there is a model."""
    count, players = len(plan.agents), plan.spec.players
    wins = [[0] * players for _ in range(count)]
    met = [[0] * players for _ in range(count)]
    beats = [[0] * count for _ in range(count)]
    draws, decisions, seconds = [0] * count, [0] * count, [0.0] * count
    drawn = 0
    for game in games:
        winners = game.winners
        drawn += not winners
        for seat, agent in enumerate(game.seating):
            met[agent][seat] += 1
            draws[agent] += not winners
            decisions[agent] += game.decisions[seat]
            seconds[agent] += game.seconds[seat]
        for seat in winners:
            winner = game.seating[seat]
            wins[winner][seat] += 1
            for other, gained in zip(game.seating, game.returns, strict=True):
                beats[winner][other] += gained <= 0
    ratings = ratings_of(count, games, model)
    agents = tuple(
        Standing(
            name, sum(met[agent]), sum(wins[agent]), draws[agent],
            tuple(map(Share, wins[agent], met[agent])), decisions[agent],
            *ratings[agent], round(seconds[agent], 6),
        )
        for agent, name in enumerate(plan.names)
    )  # fmt: skip
    seats = tuple(Share(sum(column), len(games)) for column in zip(*wins, strict=True))
    return Result(
        plan.spec.name, int(plan.seed), plan.seats, plan.pairing, len(games), drawn,
        sum(decisions), agents, seats, tuple(map(tuple, beats)),
    )  # fmt: skip


def rating_model() -> Any:
    """Return the rating model; None without openskill, a LudoError if it cannot be used."""
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


def ratings_of(
    count: int, games: Sequence[Played], model: Any
) -> list[tuple[float | None, float | None]]:
    """Return mean and deviation of each agent's strength; Nones without a model.

    Each player is rated separately: two partners of a team tie for the first place.
    """
    if model is None:
        return [(None, None)] * count
    ratings = [model.rating() for _ in range(count)]
    for game in games:
        if not game.winners:
            continue  # an aborted game does not change ratings
        teams = [[ratings[agent]] for agent in game.seating]
        ranks = [1.0 if gained > 0 else 2.0 for gained in game.returns]
        for agent, (rating,) in zip(game.seating, model.rate(teams, ranks=ranks), strict=True):
            ratings[agent] = rating
    return [(round(rating.mu, 6), round(rating.sigma, 6)) for rating in ratings]
