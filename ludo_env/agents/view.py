"""What an agent is shown when it is to act, and what it has to be able to do.

An agent keeps nothing of a game between two calls: all that it needs is in the view, chance too. So
one agent can play many games at once, and a game has the same result wherever it is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from ludo_env._engine.effects import Decision
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._engine.state_check import checked


class Agent(Protocol):
    """What chooses actions; it may also have `act_batch` and `prepare`, see `arena`."""

    name: str

    def act(self, view: View) -> int:
        """One of the legal actions of the view."""


class View:
    """A decision: the game, its state, whose turn it is, what is legal, and a source of chance."""

    def __init__(
        self,
        game: Game,
        record: Record,
        random: np.random.Generator,
        actions: list[int] | None = None,
    ) -> None:
        checked(game, record)
        self._fill(game, record, random, actions)

    @classmethod
    def of_running(
        cls, game: Game, record: Record, random: np.random.Generator, actions: list[int]
    ) -> View:
        """Return the view of a game that the library itself plays: its state needs no check."""
        view = cls.__new__(cls)
        view._fill(game, record, random, actions)
        return view

    def _fill(
        self, game: Game, record: Record, random: np.random.Generator, actions: list[int] | None
    ) -> None:
        self.game = game
        # What an agent is shown it cannot change: the library goes on from it.
        self._record: Record = np.frombuffer(record.tobytes(), record.dtype)
        self.random = random
        if actions is not None:
            self.__dict__["actions"] = actions

    @property
    def record(self) -> Record:
        """The state, read-only; `record.copy()` can be changed."""
        return self._record

    @property
    def seat(self) -> int:
        """Which player is to act."""
        return int(self.record["seat"][0])

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions, in ascending order."""
        return Decision(self.game, self.record).legal

    @property
    def position(self) -> str:
        """The state as text."""
        return self.game.position(self.record)

    def describe(self, action: int) -> str:
        """What an action does, in words."""
        return self.game.describe(self.record, action)

    @cached_property
    def moves(self) -> Sequence[Any]:
        """What each legal action does: its effects (`game.effects`), in the order of `actions`."""
        return self.game.all_effects(self.record)
