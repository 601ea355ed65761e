"""Forecasts of agents: the expected return of each player in a state, to measure luck.

An agent offers them with a method `forecast(game)`, which returns a `Forecast`, or None if it has
none for the game.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.forecast import Forecast
from ludo_env._engine.game import Game
from ludo_env._engine.rule import Hook
from ludo_env.agents.agent_errors import name_of_agent
from ludo_env.agents.evaluation import appraisal_of

# The values of an appraisal are not probabilities. The best conversion depends on the game and the
# players, so there is a guess for each of these scales, and the games played give their weights.
SCALES = (1.0, 2.0, 4.0)
# The minimum of what the leading side has left to do, in whole ways home of one piece.
_LEAST = 0.1


def forecast_of(agent: Any, game: Game) -> Forecast:
    """Return the forecast of an agent for a game; raise a `LudoError` if it has none."""
    offered = getattr(agent, "forecast", None)
    found = offered(game) if callable(offered) else None
    if found is None:
        raise LudoError(
            f"The agent {quoted(name_of_agent(agent))} has no values of the states of "
            f"{quoted(game.spec.name)}; luck is measured by one that has, such as greedy in races."
        )
    return found  # type: ignore[no-any-return]


def forecast_by_chances(
    appraise: Hook, value: Hook, room: int, players: int, numbers: Any = None
) -> Forecast:
    """Return the forecast from values that are chances to win, such as those of a network."""
    return Forecast(appraise, value, _foresight(value, players), room, 1, numbers)


@lru_cache(maxsize=64)
def _foresight(value: Hook, players: int) -> Hook:
    """Return a function that converts chances to win; cached, so equal values share it."""

    def foresee(s: Any, work: Any, guess: Any) -> None:
        for player in range(players):
            guess[0, player] = 2.0 * value(s, work, player) - 1.0

    return foresee


@lru_cache(maxsize=64)
def appraised_forecast(game: Game) -> Forecast | None:
    """Return the forecast from the appraisal of a race; None if there is no appraisal."""
    appraisal = appraisal_of(game)
    if appraisal is None:
        return None
    valuation = appraisal.valuation
    appraise, value, room = valuation.appraise, valuation.value, valuation.room
    players, scales, most = game.players, SCALES, appraisal.most
    guesses = len(scales)
    side = (game.plain if game.backend == "python" else game.arrays).tables.side

    def foresee(s: Any, work: Any, guess: Any) -> None:
        """Guess from what is left to do: near the end, the same lead is worth more."""
        least = missing(work, 0)
        for player in range(1, players):
            least = min(least, missing(work, player))
        for n in range(guesses):
            scale, total = scales[n] / (max(least, 0.0) + _LEAST), 0.0
            for player in range(players):
                work[room + player] = math.exp(-scale * (missing(work, player) - least))
                total += work[room + player]
            for player in range(players):
                own = 0.0
                for other in range(players):
                    if side[other] == side[player]:
                        own += work[room + other]
                guess[n, player] = 2.0 * own / total - 1.0

    def missing(work: Any, player: int) -> float:
        """Return what a side has left to do, in ways home of one piece."""
        left = 0.0
        for other in range(players):
            if side[other] == side[player]:
                left += most - work[other]
        return left

    return Forecast(appraise, value, foresee, room + players, guesses)
