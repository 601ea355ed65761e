"""Scoring: the result of games, summed in the order of their numbers on any engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludo_env.agents.rating import rated
from ludo_env.arena.adjusted import adjusted_shares
from ludo_env.arena.batch_play import Played
from ludo_env.arena.plan import Plan
from ludo_env.arena.result import Result, Share, Standing
from ludo_env.arena.sides import strengths_of


def result_of(plan: Plan, games: Sequence[Played], model: Any = None) -> Result:
    """Return the result of these games, in ascending order, with ratings if there is a model."""
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
    strengths = strengths_of(plan.spec, count, games)
    adjusted = adjusted_shares(plan, games) if plan.luck is not None else [None] * count
    agents = tuple(
        Standing(
            name, sum(met[agent]), sum(wins[agent]), draws[agent],
            tuple(map(Share, wins[agent], met[agent])), decisions[agent],
            *ratings[agent], round(seconds[agent], 6), strengths[agent], adjusted[agent],
        )
        for agent, name in enumerate(plan.names)
    )  # fmt: skip
    seats = tuple(Share(sum(column), len(games)) for column in zip(*wins, strict=True))
    return Result(
        plan.spec.name, int(plan.seed), plan.seats, plan.pairing, len(games), drawn,
        sum(decisions), agents, seats, tuple(map(tuple, beats)), luck=plan.luck_name,
    )  # fmt: skip


def ratings_of(
    count: int, games: Sequence[Played], model: Any
) -> list[tuple[float | None, float | None]]:
    """Return mean and deviation of each rating; None for both without a model or opponents."""
    alone = any(len(game.seating) < 2 for game in games)  # there is no opponent to compare with
    if model is None or alone:
        return [(None, None)] * count
    ratings = {agent: model.rating() for agent in range(count)}
    for game in games:
        if not game.winners:
            continue  # an aborted game does not change ratings
        ratings.update(rated(model, ratings, game.seating, game.returns))
    return [(round(rating.mu, 6), round(rating.sigma, 6)) for rating in ratings.values()]
