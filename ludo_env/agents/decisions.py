"""Decisions of an agent with `act_batch`: many at once, one row for each game.

    class Lowest:
        name = "lowest"

        def act(self, view):                  # one decision
            return view.actions[0]

        def act_batch(self, decisions):       # many: an array with an action for each
            return decisions.masks.argmax(axis=1)

A row's action must depend only on that row, never on others: engines group games differently, and
the results must not differ.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ludo_env._engine.game import Game
from ludo_env._engine.observation import observations_of, style_name
from ludo_env._engine.state import Record
from ludo_env.agents.random import RandomAgent
from ludo_env.agents.view import Agent, View

# random_of(row, seat): the random generator of the agent on a seat, for a row of the batch.
RandomOf: TypeAlias = Callable[[int, int], np.random.Generator]


class Games(Protocol):
    """Games side by side: arrays with a row for each, as in `Batch` and `SeatBatch`."""

    game: Game
    records: Record
    rows: npt.NDArray[Any]
    masks: npt.NDArray[np.int8]
    choices: npt.NDArray[np.uint16]
    to_act: npt.NDArray[np.int64]

    @property
    def sampled(self) -> npt.NDArray[np.int64]:
        """A uniformly random legal action of each game."""


class Decisions:
    """Decisions of one agent in several games, a row per game; the arrays are copies."""

    def __init__(
        self,
        batch: Games,
        rows: npt.NDArray[np.int64],
        random_of: RandomOf,
        style: str = "compact",
        game: Game | None = None,
    ) -> None:
        self._batch = batch
        self._game = game or batch.game
        self._rows = rows
        self._random_of = random_of
        self.style = style  # of the observations

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def game(self) -> Game:
        """The game that is played, or an equal one; see `ready_game`."""
        return self._game

    @property
    def rows(self) -> list[int]:
        """The number of each game in the batch, from 0."""
        return [int(row) for row in self._rows]

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The player to act in each game."""
        return self._batch.to_act[self._rows]

    @property
    def masks(self) -> npt.NDArray[np.int8]:
        """The legal actions of each game, (rows, actions)."""
        return self._batch.masks[self._rows]

    @property
    def observations(self) -> npt.NDArray[Any]:
        """The observation of each seat, in the style `style`: in the arena, "compact"."""
        return self._batch.rows[self._rows].reshape(-1, *self.game.styles[self.style].shape)

    def observed(self, style: str = "") -> npt.NDArray[Any]:
        """Return the observations in a style of the game; empty means its default style."""
        wanted = style_name(self.game, style)
        if wanted == self.style:
            return self.observations
        return observations_of(self.game, self.records, self.seats, self.masks, wanted)

    @property
    def records(self) -> Record:
        """The states."""
        return self._batch.records[self._rows]

    @property
    def sampled(self) -> npt.NDArray[np.int64]:
        """A uniformly random legal action for each game, drawn with that game's random numbers."""
        return self._batch.sampled[self._rows]

    def random(self, number: int) -> np.random.Generator:
        """Return the agent's own random generator for the game of a row."""
        row = int(self._rows[number])
        return self._random_of(row, int(self._batch.to_act[row]))

    def view(self, number: int) -> View:
        """Return the decision of one row as a view for `act`."""
        batch, row = self._batch, int(self._rows[number])
        # The batch has already listed the legal actions, so the rules need not be searched.
        count = int(batch.choices[row, batch.game.actions])
        actions = sorted(batch.choices[row, :count].tolist())
        record = batch.records[row : row + 1]
        seen = self.style, batch.rows[row].copy()
        return View.of_running(self.game, record, partial(self.random, number), actions, seen=seen)

    def alone(self, number: int) -> Decisions:
        """Return the decision of one row alone."""
        rows = self._rows[number : number + 1]
        return Decisions(self._batch, rows, self._random_of, self.style, self._game)


class BatchAgent(Protocol):
    """The protocol of agents that choose for many games in one call."""

    name: str

    def act(self, view: View) -> int:
        """Return one of the legal actions of the view."""

    def act_batch(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """Return a legal action for each row."""


ActBatch: TypeAlias = Callable[[Decisions], Any]


def batch_hook(agent: Agent) -> ActBatch | None:
    """Return the batch call of an agent; None if it takes games one by one."""
    # The core already draws for all games in one compiled call.
    if type(agent) is RandomAgent:
        return _uniform
    return getattr(agent, "act_batch", None)


def _uniform(decisions: Decisions) -> npt.NDArray[np.int64]:
    return decisions.sampled
