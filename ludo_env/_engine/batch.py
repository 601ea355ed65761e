"""A batch: many games of one kind in arrays with a row per game, advanced by one call.

The loop (`_engine/batch_loops.py`) uses the same `run` as a single game. Game `index` of seed `s`
draws from stream `index` of `s`, regardless of the number of games and of the thread that plays it.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import FAR, stream_keys
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Record, table

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from ludo_env._engine.game import Game

# Number of arrays that one call of the play loop takes.
PLAY_ARRAYS = 16


class Batch:
    """Many games side by side. `advance` plays; other attributes are arrays, a row per game."""

    def __init__(
        self,
        game: Game,
        style: str,
        games: int,
        *,
        columns: bool = False,
        threads: int = 1,
        auto_pass: bool = True,
    ) -> None:
        self.game = game
        self.games = games
        seen = game.styles[style]
        self.records: Record = np.repeat(game.layout.new(), games)
        self.streams: Record = STREAM_LAYOUT.new().repeat(games)
        self.samplers: Record = STREAM_LAYOUT.new().repeat(games)
        shape = (seen.width, games) if columns else (games, seen.width)
        self.rows: npt.NDArray[Any] = np.zeros(shape, seen.dtype)
        self.finals: npt.NDArray[Any] = np.zeros(shape, seen.dtype)
        self.masks = np.zeros((games, game.actions), np.int8)
        self.orders = np.zeros(games, np.uint8)
        self.to_act = np.zeros(games, np.int64)
        self.acted = np.zeros(games, np.int64)
        self.rewards = np.zeros(games, np.float32)
        self.rewards_all = np.zeros((games, game.players), np.float32)
        self.terminated = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self.steps = np.zeros(games, np.int64)
        self._threads = threads
        self._pool = _pool(threads)
        self._owner = os.getpid()  # of the threads: a forked process has none of them
        self.notes = np.zeros((games, game.actions), np.int16)
        self.choices = np.zeros((games, game.actions + 1), np.uint16)
        self.actions = np.zeros(games, np.int64)
        self.sampled = np.zeros(games, np.int64)
        self._play, self._sample = game.loops.batch(style, columns, auto_pass)
        self._table = np.array([array.ctypes.data for array in self._arrays()], np.int64)
        self._at = self._table.ctypes.data
        drawing = (self.choices, self.samplers, self.sampled)
        self._drawing = [array.ctypes.data for array in drawing]
        # For a small batch, the call into the compiled loop is a large share of the time.
        self._alone = self._pool is None and game.backend != "python"
        self._sample_all = partial(self._sample, *self._drawing, games, 0, games)

    def reseed(
        self, seed: int | None, games: npt.NDArray[np.int64], indices: npt.NDArray[np.int64]
    ) -> None:
        """Restart the streams of these games, each with its own stream of the seed, by index."""
        keys = stream_keys(seed, indices.astype(np.uint64))
        for streams, drawn in ((self.streams, 0), (self.samplers, FAR)):
            streams["key0"][games], streams["key1"][games] = keys
            streams["drawn"][games] = drawn

    def place(self, record: Record, games: npt.NDArray[np.int64]) -> None:
        """Put a state into these games and reset their clocks and flags."""
        self.records[games] = record
        for array in (self.steps, self.terminated, self.truncated, self.rewards, self.rewards_all):
            array[games] = 0

    def advance(self, mode: int, illegal: int, limit: int) -> None:
        """Carry out the orders: an action per game, a new game, or only a new observation."""
        if self._alone:
            self._play(self._at, self.games, mode, illegal, limit, 0, self.games)
            return
        if self.game.backend == "python":
            _advance_plainly(self, self._play, self._arrays(), (mode, illegal, limit))
            return
        self._share(self._play, self._at, self.games, mode, illegal, limit)

    def sample(self) -> None:
        """Sample a legal action per game, uniformly; 0 where there is none."""
        if self._alone:
            self._sample_all()
            return
        if self.game.backend == "python":
            _sample_plainly(self, self._sample)
            return
        self._share(self._sample, *self._drawing, self.games)

    def close(self) -> None:
        """Shut down the thread pool."""
        if self._pool is not None:
            self._pool.shutdown()

    def _arrays(self) -> tuple[Any, ...]:
        """Return the arrays of the play loop, in order."""
        return (
            *(self.records, self.streams, self.masks, self.notes, self.rows, self.finals),
            *(self.actions, self.orders, self.to_act, self.acted, self.rewards, self.rewards_all),
            *(self.terminated, self.truncated, self.steps, self.choices),
        )

    def _share(self, entry: Hook, *arguments: int) -> None:
        """Run a compiled loop over one slice of the games per thread."""
        from concurrent.futures import wait

        assert self._pool is not None
        if self._owner != os.getpid():
            self._pool, self._owner = _pool(self._threads), os.getpid()
            assert self._pool is not None
        bounds = [self.games * index // self._threads for index in range(self._threads + 1)]
        others = [
            self._pool.submit(entry, *arguments, bounds[index], bounds[index + 1])
            for index in range(1, self._threads)
        ]
        try:
            entry(*arguments, bounds[0], bounds[1])
        finally:
            wait(others)  # also after Ctrl-C: the threads write into the arrays until they finish
        for other in others:
            other.result()


def _pool(threads: int) -> ThreadPoolExecutor | None:
    """Return the threads beside the caller's own, or None."""
    if threads == 1:
        return None
    # Most programs have no threads, and this import takes longer than most of the library's.
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(threads - 1)


def _advance_plainly(
    batch: Batch, play: Hook, arrays: tuple[Any, ...], how: tuple[int, int, int]
) -> None:
    """Run the loop in plain Python: unpack what it computes with, and pack it afterwards."""
    layout = batch.game.layout
    states = [layout.unpack(batch.records[i : i + 1]) for i in range(batch.games)]
    chances = [STREAM_LAYOUT.unpack(batch.streams[i : i + 1]) for i in range(batch.games)]
    notes, choices = table(batch.notes), table(batch.choices)
    wanted = batch.actions.tolist()
    play(
        states, chances, batch.masks, notes, *arrays[4:6], wanted, *arrays[7:15], choices,
        *how, 0, batch.games,
    )  # fmt: skip
    for i in range(batch.games):
        layout.pack(states[i], batch.records[i : i + 1])
        STREAM_LAYOUT.pack(chances[i], batch.streams[i : i + 1])
    batch.notes[:], batch.choices[:] = notes, choices


def _sample_plainly(batch: Batch, sample: Hook) -> None:
    """Sample actions in plain Python."""
    chances = [STREAM_LAYOUT.unpack(batch.samplers[i : i + 1]) for i in range(batch.games)]
    sample(table(batch.choices), chances, batch.sampled, 0, batch.games)
    for i in range(batch.games):
        STREAM_LAYOUT.pack(chances[i], batch.samplers[i : i + 1])
