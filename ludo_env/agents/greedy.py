"""The greedy agent: it looks one move ahead and plays the action with the best-valued state.

The states of a race are evaluated in one compiled call (see `evaluation`). In any other game they
are played out at random a few times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.forecast import Forecast
from ludo_env._engine.game import Game
from ludo_env._engine.rollouts import mean_returns
from ludo_env._engine.state import Record
from ludo_env._engine.valuation import NO_NUMBERS, Valuation
from ludo_env.agents.decisions import Decisions
from ludo_env.agents.evaluation import Scores, appraisal_of
from ludo_env.agents.forecast import appraised_forecast
from ludo_env.agents.simulator import Simulator, whole_number
from ludo_env.agents.view import View


def scores_of(
    game: Game, records: Sequence[Record], random: np.random.Generator, samples: int = 20
) -> Scores:
    """Return [state, player] -> the value of each state, by evaluation or random playouts."""
    appraisal = appraisal_of(game)
    if appraisal is not None:
        return appraisal.scores(np.concatenate(records))
    simulator, seed = Simulator(game, sound=records), int(random.integers(2**62))
    found = []
    for record in records:
        state = record if simulator.is_over(record) else simulator.settle(record)
        actions = simulator.legal(state)
        if actions:
            returns = mean_returns(game, state, actions, max(1, samples // 4), seed)
            found.append(returns.mean(0))
        else:
            found.append(np.array(simulator.returns(state)))
    return np.array(found)


def prepare_scores(game: Game) -> None:
    """Build what `scores_of` needs."""
    Simulator(game)
    appraisal = appraisal_of(game)
    if appraisal is None:
        game.loops.rollout()
    else:
        game.loops.values(appraisal.valuation)


class GreedyAgent:
    """Plays the action with the best state for its own side."""

    name = "greedy"

    def __init__(self, samples: int = 20) -> None:
        self.samples = whole_number(self.name, "samples", samples, 1)

    def prepare(self, game: Game) -> None:
        """Compile what decisions need, before any decision is timed."""
        appraisal = appraisal_of(game)
        if appraisal is None:
            game.loops.rollout()
        else:
            appraisal.prepare()

    def valuation(self, game: Game) -> tuple[Valuation, Any] | None:
        """Return the valuation of states and its weights; None for games without an appraisal."""
        appraisal = appraisal_of(game)
        return None if appraisal is None else (appraisal.valuation, NO_NUMBERS)

    def forecast(self, game: Game) -> Forecast | None:
        """Return the forecast from the appraisal; None for games without one."""
        return appraised_forecast(game)

    def act(self, view: View) -> int:
        """Return the best action one move ahead; the lowest number among equals."""
        actions, game = view.actions, view.game
        if len(actions) == 1:
            return actions[0]
        appraisal = appraisal_of(game)
        if appraisal is not None:
            return int(appraisal.best(view.record)[0])
        seed = int(view.random.integers(2**62))
        scores = mean_returns(game, view.record, actions, self.samples, seed)
        return actions[int(np.argmax(scores[:, view.seat]))]

    def act_batch(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """Return the best action in each of many games."""
        appraisal = appraisal_of(decisions.game)
        if appraisal is not None:
            return appraisal.best(decisions.records)
        chosen = [self.act(decisions.view(number)) for number in range(len(decisions))]
        return np.array(chosen, np.int64)
