"""OpenSpiel's bots as agents, and random playouts of the library for OpenSpiel's search."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.rollouts import mean_returns
from ludo_env._engine.spec import Spec
from ludo_env.adapters.openspiel.game import SpielGame, SpielState
from ludo_env.adapters.openspiel.registry import openspiel_game
from ludo_env.agents import View
from ludo_env.agents.simulator import whole_number

_SEEDS = 2**32


class BotAgent:
    """An agent that plays like a bot of OpenSpiel.

    Args:
        make: called as make(game, random_state) for each decision; it returns a `pyspiel.Bot`.
        name: the name in tables.
        settings: keywords of `openspiel_game`: `max_steps`, `stake`, ...
    """

    plays_on = True  # simulates games: worth a compiled one

    def __init__(
        self,
        make: Callable[[SpielGame, np.random.RandomState], Any],
        name: str = "openspiel",
        **settings: Any,
    ) -> None:
        if not callable(make):
            raise LudoError(
                f"BotAgent takes a function that makes a bot of a game and a random state, not "
                f"{quoted(make)}."
            )
        self.name, self._make, self._settings = name, make, settings

    def act(self, view: View) -> int:
        """Return the action of the bot; a forced action is played without calling it."""
        if len(view.actions) == 1:
            return view.actions[0]
        game = _game_of(view.game.spec, view.game.backend, **self._settings)
        chance = np.random.RandomState(int(view.random.integers(_SEEDS)))
        return int(self._make(game, chance).step(game.state_of(view.record)))


class RolloutEvaluator:
    """Random playouts for OpenSpiel's `MCTSBot`, each game in one compiled call.

    It replaces `mcts.RandomRolloutEvaluator`, which plays every step in Python.
    """

    def __init__(
        self, n_rollouts: int = 1, random_state: np.random.RandomState | None = None
    ) -> None:
        self._count = whole_number("RolloutEvaluator", "n_rollouts", n_rollouts, 1)
        self._random = random_state or np.random.RandomState()

    def evaluate(self, state: SpielState) -> npt.NDArray[np.float64]:
        """Return the mean returns of random games from a state."""
        state = state.clone()
        while state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(self._random.choice(outcomes, p=shares)))
        if state.is_terminal():
            return np.array(state.returns())
        game, node = state.get_game(), state.node
        action = int(self._random.choice(state.legal_actions()))
        seed = int(self._random.randint(_SEEDS, dtype=np.int64))
        left = game.max_steps - node.decisions
        game.simulator.seat(node.record)  # checks a state that was deserialised
        found = mean_returns(game.game, node.record, [action], self._count, seed, left)
        return np.asarray(found[0])

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Return the actions with equal weights, or the outcomes of chance with probabilities."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


@lru_cache(maxsize=64)
def _game_of(spec: Spec, backend: str, **settings: Any) -> SpielGame:
    return openspiel_game(spec, backend=backend, **settings)
