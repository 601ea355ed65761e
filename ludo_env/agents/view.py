"""An agent's view of a decision, and the protocol of agents.

An agent stores nothing about a game between two calls: the view contains all it needs, including
random numbers. So one agent can play many games at once, with the same results on any engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ludo_env._engine.effects import Decision
from ludo_env._engine.game import Game
from ludo_env._engine.observation import observation_of
from ludo_env._engine.read_only import read_only
from ludo_env._engine.state import Record
from ludo_env._engine.state_check import checked

# A random generator, or a function that makes it on first use.
Chance: TypeAlias = np.random.Generator | Callable[[], np.random.Generator]


class Agent(Protocol):
    """The protocol of agents; `act_batch` and `prepare` are optional, see `arena`."""

    name: str

    def act(self, view: View) -> int:
        """Return one of the legal actions of the view."""


class View:
    """A decision: the game, its state, the player, the legal actions, and chance."""

    def __init__(
        self,
        game: Game,
        record: Record,
        random: Chance,
        actions: list[int] | None = None,
    ) -> None:
        checked(game, record)
        self._fill(game, record, random, actions)

    @classmethod
    def of_running(
        cls,
        game: Game,
        record: Record,
        random: Chance,
        actions: list[int] | None = None,
        mask: npt.NDArray[np.int8] | None = None,
        seen: tuple[str, npt.NDArray[Any]] | None = None,
    ) -> View:
        """Return the view of a game that the library itself plays, whose state needs no check.

        `mask` and `seen`, a style and an observation row, are copies that the caller already has.
        """
        view = cls.__new__(cls)
        view._fill(game, record, random, actions)
        view._seen = seen
        if mask is not None:
            view.__dict__["mask"] = read_only(mask)
        return view

    def _fill(self, game: Game, record: Record, random: Chance, actions: list[int] | None) -> None:
        self.game = game
        # The view is read-only, as the library goes on with this state.
        self._record: Record = np.frombuffer(record.tobytes(), record.dtype)
        self._random = random
        self._seen: tuple[str, npt.NDArray[Any]] | None = None
        if actions is not None:
            self.__dict__["actions"] = actions

    @cached_property
    def random(self) -> np.random.Generator:
        """The agent's own random generator, which follows from the seed of the game."""
        return self._random() if callable(self._random) else self._random

    @property
    def record(self) -> Record:
        """The state, read-only; `record.copy()` can be changed."""
        return self._record

    @property
    def seat(self) -> int:
        """The player to act."""
        return int(self.record["seat"][0])

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions, in ascending order."""
        if "mask" in self.__dict__:
            return [int(action) for action in np.flatnonzero(self.mask)]
        return Decision(self.game, self.record).legal

    @property
    def legal(self) -> list[int]:
        """The legal actions: another name for `actions`."""
        return self.actions

    @cached_property
    def mask(self) -> npt.NDArray[np.int8]:
        """The legal actions as a row of zeros and ones, read-only."""
        mask = np.zeros(self.game.actions, np.int8)
        mask[self.actions] = 1
        return read_only(mask)

    def observation(self, style: str | None = None) -> npt.NDArray[Any]:
        """Return the observation of the player to act, in a style; by default the game's own."""
        wanted = next(iter(self.game.styles)) if style is None or style == "" else style
        if self._seen is not None and self._seen[0] == wanted:
            row: npt.NDArray[Any] = self._seen[1].copy()
            return row.reshape(self.game.styles[wanted].shape)
        mask: npt.NDArray[np.int8] = self.mask
        return observation_of(self.game, self.record, self.seat, mask, wanted)

    @property
    def position(self) -> str:
        """The position as text."""
        return self.game.position(self.record)

    def describe(self, action: int) -> str:
        """Return what an action does, in words."""
        return self.game.describe(self.record, action)

    @cached_property
    def moves(self) -> Sequence[Any]:
        """The effects of each legal action (`game.effects`), in the order of `actions`."""
        return self.game.all_effects(self.record)

    def to_dict(self) -> dict[str, Any]:
        """Return the decision as plain data for JSON: the state, and each action in words."""
        from ludo_env._render.text import draw_text

        record = self.record
        return {
            "game": self.game.spec.name,
            "players": self.game.players,
            "player": f"player_{self.seat}",
            "seat": self.seat,
            "position": self.position,
            "board": draw_text(self.game, record, colour=False, viewer=self.seat),
            "state": {name: record[name][0].tolist() for name in self.game.layout.fields},
            "actions": [
                {"action": action, "text": self.describe(action)} for action in self.actions
            ],
        }
