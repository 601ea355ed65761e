"""The random numbers of the opponents of one game: one draw for each of their decisions.

They follow from the seed of the environment, in the same way as those of a game in a batch of
single seats (`SeatBatch`), so both play the same games.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ludo_env._engine.chance import FAR, draw, stream_keys
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Record
from ludo_env._engine.state_check import check_streams

# The number of words that are computed at once, and the number of different words.
_AHEAD, _WORDS = 256, 2**32


class OpponentChance:
    """The random numbers of the opponents of one game."""

    def __init__(self) -> None:
        self.reseed(None)

    def reseed(self, seed: int | None) -> None:
        """Start again from a seed."""
        self._go_to(*stream_keys(seed), FAR)

    def draw(self, sides: int) -> int:
        """Draw a number below `sides`."""
        if not self._words:
            self._read_ahead()
        self._drawn += 1
        return self._words.pop() * sides >> 32

    def generator(self) -> np.random.Generator:
        """Return the random generator of the decision of the last draw."""
        return generator_of(*self._keys, self._drawn)

    def save(self) -> Record:
        """Return a copy of the stream."""
        saved = STREAM_LAYOUT.new()
        saved[0] = (*self._keys, self._drawn)
        return saved

    def put(self, saved: Record) -> None:
        """Restore what `save` or `checked` returned."""
        self._go_to(*saved[0].tolist())

    @staticmethod
    def checked(saved: Any) -> Record:
        """Return a copy of a saved stream; raise a `StateError` on an invalid one."""
        stream: Record = STREAM_LAYOUT.copied(saved)
        check_streams(stream)
        return stream

    def _go_to(self, key0: int, key1: int, drawn: int) -> None:
        self._keys = (key0, key1)
        self._drawn = drawn
        self._words: list[int] = []  # the next words of the stream, in reverse order

    def _read_ahead(self) -> None:
        """Compute many words at once with arrays; in plain Python each would take 2 us."""
        key0, key1 = map(np.uint64, self._keys)
        ahead = np.arange(self._drawn, self._drawn + _AHEAD, dtype=np.uint64)
        stream: Any = SimpleNamespace(key0=key0, key1=key1, drawn=ahead)
        self._words = np.asarray(draw(stream, _WORDS))[::-1].tolist()


def generator_of(key0: int, key1: int, drawn: int) -> np.random.Generator:
    """Return the random generator of an opponent in one decision, from the stream of the game."""
    return np.random.default_rng([int(key0), int(key1), int(drawn)])
