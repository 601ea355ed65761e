"""A batch: many games of one kind in arrays with a row per game, advanced by one call.

The loop (`_engine/batch_loops.py`) uses the same `run` as a single game. Game `index` of seed `s`
draws from stream `index` of `s`, regardless of the number of games and of the thread that plays it.
"""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.batch_loops import (
    DRAWS_AFTER,
    DRAWS_ONLY,
    NO_DRAWS,
    all_in_range,
    sample_loop,
)
from ludo_env._engine.batch_table import (
    CHECK_WORD,
    DRAWS_WORD,
    GAMES_WORD,
    ILLEGAL_WORD,
    LIMIT_WORD,
    MODE_WORD,
    OUT_OF_RANGE,
    TABLE_WORDS,
)
from ludo_env._engine.chance import FAR, stream_keys
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.starting import SwitchingLoop
from ludo_env._engine.state import Record, table
from ludo_env._engine.thread_choice import ThreadChoice
from ludo_env._engine.worker_threads import WorkerThreads

if TYPE_CHECKING:
    from ludo_env._engine.game import Game


class Batch:
    """Many games side by side. `carry_out` plays; other attributes are arrays, a row per game."""

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
        self._samplers: Record = STREAM_LAYOUT.new().repeat(games)
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
        self.notes = np.zeros((games, game.actions), np.int16)
        self.choices = np.zeros((games, game.actions + 1), np.uint16)
        self.actions = np.zeros(games, np.int64)
        self.sampled = np.zeros(games, np.int64)
        self._asked = False  # were actions sampled since the last step?
        self._ahead = False  # has the last step sampled the actions of the next one?
        self._loops = SwitchingLoop(game, games, "batch", style, columns, auto_pass)
        self._table = np.zeros(TABLE_WORDS, np.int64)
        arrays = self._arrays()
        self._table[: len(arrays)] = [array.ctypes.data for array in arrays]
        self._table[GAMES_WORD] = games
        self._words = self._table.data  # quicker to write than an array
        self._threads = threads
        self._workers: WorkerThreads | None = None
        self._choice = None if threads == 1 else ThreadChoice()
        self._plain = self._loops.plain  # the loop in plain Python; None if it is compiled
        if self._plain is None:
            self._take_compiled()

    @property
    def samplers(self) -> Record:
        """The streams that `sample` draws from."""
        self._take_back_draws()
        return self._samplers

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

    def set_mode(self, mode: int, illegal: int, limit: int) -> None:
        """Set when games restart, what illegal actions do, and how long a game may last."""
        words = self._words
        words[MODE_WORD], words[ILLEGAL_WORD], words[LIMIT_WORD] = mode, illegal, limit

    def advance(self, mode: int, illegal: int, limit: int) -> int:
        """Carry out the orders in this mode; see `carry_out`."""
        self.set_mode(mode, illegal, limit)
        return self.carry_out()

    def carry_out(self, check: bool = False) -> int:
        """Carry out the orders: an action per game, a new game, or only a new observation.

        Return how many games have ended in this call. With `check` it returns OUT_OF_RANGE, and
        changes nothing, if a number is not an action.
        """
        if self._ahead:
            self._take_back_draws()
        if self._plain is not None:
            self._plain = self._loops.plain
            if self._plain is not None:
                return _carry_out_plainly(self, self._plain, check)
            self._take_compiled()
        words, asked = self._words, self._asked
        # If actions were sampled for this step, all threads sample the next ones in the same call.
        words[DRAWS_WORD], words[CHECK_WORD] = DRAWS_AFTER if asked else NO_DRAWS, check
        if self._choice is None:
            play = self._play_all  # calling the attribute directly is slower
            ended: int = play()
        else:
            ended = self._share(self._choice)
        if ended >= 0:
            self._asked, self._ahead = False, asked
        return ended

    def sample(self) -> None:
        """Sample a legal action per game, uniformly; 0 where there is none."""
        self._asked = True
        if self._ahead:
            self._ahead = False
        elif self._plain is not None:
            _sample_plainly(self)
        else:
            self._words[DRAWS_WORD], self._words[CHECK_WORD] = DRAWS_ONLY, False
            self._play_all()

    def close(self) -> None:
        """Stop the threads."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None

    @property
    def backend(self) -> str:
        """The backend that plays now."""
        return self._loops.backend

    def _take_back_draws(self) -> None:
        """Undo the draws of actions that the caller has not requested yet."""
        if self._ahead:
            self._ahead = False
            self._samplers["drawn"] -= 1

    def _take_compiled(self) -> None:
        # For a small batch, the call into the compiled loop is a large share of the time.
        self._play = self._loops.compiled
        self._play_all = partial(self._play, self._table.ctypes.data, 0, 0, 0, self.games)

    def _arrays(self) -> tuple[Any, ...]:
        """Return the arrays of the play loop, in order."""
        return (
            *(self.records, self.streams, self.masks, self.notes, self.rows, self.finals),
            *(self.actions, self.orders, self.to_act, self.acted, self.rewards, self.rewards_all),
            *(self.terminated, self.truncated, self.steps, self.choices),
            *(self._samplers, self.sampled),
        )

    def _share(self, choice: ThreadChoice) -> int:
        """Play a step on one thread or on several, whichever takes less time."""
        measuring = choice.measuring
        start = perf_counter() if measuring else 0.0
        ended: int = self._own_workers().play() if choice.shared else self._play_all()
        if measuring:
            choice.note(perf_counter() - start)
            if choice.settled:
                self._choice = None
        else:
            choice.skip()
        return ended

    def _own_workers(self) -> WorkerThreads:
        workers = self._workers
        if workers is None or not workers.is_own:
            workers = WorkerThreads(self._play, self._table, self.games, self._threads)
            self._workers = workers
        return workers


def _carry_out_plainly(batch: Batch, play: Hook, check: bool) -> int:
    """Run the loop in plain Python: unpack the states and lists, and pack them afterwards."""
    layout, arrays, wanted = batch.game.layout, batch._arrays(), batch.actions.tolist()
    if check and not all_in_range(wanted, batch.game.actions):
        return OUT_OF_RANGE
    states = [layout.unpack(batch.records[i : i + 1]) for i in range(batch.games)]
    chances = [STREAM_LAYOUT.unpack(batch.streams[i : i + 1]) for i in range(batch.games)]
    notes, choices = table(batch.notes), table(batch.choices)
    how = [batch._words[word] for word in (MODE_WORD, ILLEGAL_WORD, LIMIT_WORD)]
    ended: int = play(
        states, chances, batch.masks, notes, *arrays[4:6], wanted, *arrays[7:15], choices,
        *arrays[16:], *how, NO_DRAWS, 0, batch.games,
    )  # fmt: skip
    for i in range(batch.games):
        layout.pack(states[i], batch.records[i : i + 1])
        STREAM_LAYOUT.pack(chances[i], batch.streams[i : i + 1])
    batch.notes[:], batch.choices[:] = notes, choices
    return ended


def _sample_plainly(batch: Batch) -> None:
    """Sample actions in plain Python."""
    chances = [STREAM_LAYOUT.unpack(batch.samplers[i : i + 1]) for i in range(batch.games)]
    sample = sample_loop(batch.game.actions)
    sample(table(batch.choices), chances, batch.sampled, 0, batch.games)
    for i in range(batch.games):
        STREAM_LAYOUT.pack(chances[i], batch.samplers[i : i + 1])
