"""From games to a result: counted in the order of the games, whoever played them when."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence

from ludo_env.arena.plan import Plan
from ludo_env.arena.result import Result, Share, Standing
from ludo_env.arena.table import Played


def result_of(plan: Plan, games: Sequence[Played]) -> Result:
    """The sums of these games, which are in ascending order."""
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
    ratings = ratings_of(count, games)
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


def ratings_of(count: int, games: Sequence[Played]) -> list[tuple[float | None, float | None]]:
    """Mean and deviation of each agent's strength, updated game by game; Nones without openskill.

    Everybody is rated alone: two partners of a team tie for the first place.
    """
    if importlib.util.find_spec("openskill") is None:
        return [(None, None)] * count
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(count)]
    for game in games:
        if not game.winners:
            continue  # a game that was broken off says nothing about strength
        teams = [[ratings[agent]] for agent in game.seating]
        ranks = [1.0 if gained > 0 else 2.0 for gained in game.returns]
        for agent, (rating,) in zip(game.seating, model.rate(teams, ranks=ranks), strict=True):
            ratings[agent] = rating
    return [(round(rating.mu, 6), round(rating.sigma, 6)) for rating in ratings]
