"""Choices of agents on a background thread, with a copy of the state."""

from __future__ import annotations

from copy import deepcopy

import numpy as np

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._play.table import Table
from ludo_env._ui.background_task import BackgroundTask
from ludo_env.agents.agent_errors import AgentError
from ludo_env.agents.ready_game import ready_game
from ludo_env.agents.view import View


class Thinker:
    """The choice of the agent to act, made without blocking the drawing."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._task: BackgroundTask[int] | None = None
        self._chance = np.random.default_rng(0)  # the random stream of the agent, a copy
        self._game: Game | None = None  # the game of agents in plain Python

    @property
    def idle(self) -> bool:
        """Return whether no choice has been requested."""
        return self._task is None

    @property
    def busy(self) -> bool:
        """Return whether an agent is thinking."""
        return self._task is not None and not self._task.done

    def start(self, actions: list[int], seconds: float) -> None:
        """Ask the agent to act, and wait at most this long."""
        table = self._table
        turn, agent = table.turn, table.agents[table.turn]
        game = table.game if agent is None else ready_game(table.game, agent)
        if game.backend == "python":
            # Compiled games share nothing that changes; games in plain Python have work lists.
            self._game = game = self._game or Game(table.game.spec, "python")
        self._chance = deepcopy(table.chances[turn])
        view = View(game, table.record, self._chance, list(actions))
        self._task = BackgroundTask(lambda: table.chosen(turn, view))
        self._task.wait(seconds)

    def answer(self) -> int:
        """Return the choice once; a failed agent leaves its random stream unchanged."""
        task, self._task = self._task, None
        if task is None:
            raise LudoError("No agent has been asked.")
        try:
            action = task.answer
        except Exception as error:
            said = (error.brief if isinstance(error, AgentError) else str(error)).rstrip(".")
            raise LudoError(f"{said}; u takes back a move, s saves the game.") from error
        chance = self._table.chances[self._table.turn].bit_generator
        chance.state = self._chance.bit_generator.state
        return action

    def drop(self) -> None:
        """Ignore the answer of the agent that is thinking."""
        if self._task is not None:
            self._task = self._game = None
