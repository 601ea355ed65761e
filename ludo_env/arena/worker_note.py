"""A note of what a worker is doing, in memory shared with its parent, which outlives the worker."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.state import Record
from ludo_env.arena.failures import Asked

# What a worker is doing. The memory of a new note is all zeros, which means STARTING.
STARTING, SERVING, THINKING = range(3)
_DOING, _COUNT, _AGENT, _GAME, _SEAT, _GAMES = range(6)
_NUMBERS = 6
_WORD = 8


class Doing(NamedTuple):
    """The contents of a note."""

    stage: int
    decision: int  # a different number for every decision
    asked: Asked | None


class Note:
    """A note; `memory` has as many bytes as `size_of` says, shared or not."""

    def __init__(self, memory: Any) -> None:
        raw = np.frombuffer(memory, np.uint8)
        self._numbers = raw[: _NUMBERS * _WORD].view(np.int64)
        self._record = raw[_NUMBERS * _WORD :]

    @staticmethod
    def size_of(dtype: np.dtype[Any]) -> int:
        """Return how many bytes the note of a game needs."""
        return _NUMBERS * _WORD + dtype.itemsize

    def serving(self) -> None:
        """Note that no agent is thinking."""
        self._numbers[_DOING] = SERVING

    def thinking(self, agent: int, game: int, seat: int, record: Record, games: int) -> None:
        """Note the decision of an agent, with the fields of `Asked`."""
        self._record[:] = record.view(np.uint8)
        self._numbers[_AGENT:] = (agent, game, seat, games)
        self._numbers[_COUNT] += 1
        self._numbers[_DOING] = THINKING

    def read(self, dtype: np.dtype[Any]) -> Doing:
        """Return the contents, for a game whose records have this type; the parent calls it."""
        doing, decision, *numbers = self._numbers.tolist()
        if doing != THINKING:
            return Doing(doing, decision, None)
        agent, game, seat, games = numbers
        record: Record = self._record.copy().view(dtype)
        return Doing(doing, decision, Asked(agent, game, seat, record, games))
