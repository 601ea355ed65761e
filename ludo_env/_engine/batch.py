"""A batch: many games of one kind in arrays with a row per game, advanced by one call.

The loop below uses the same `run` as a single game. Game `index` of seed `s` draws from stream
`index` of `s`, regardless of the number of games and of the thread that plays it.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import draw, stream_keys
from ludo_env._engine.family import OVER
from ludo_env._engine.kernel import AUTO_PASS, BEGIN, OBSERVE, PLAY, SETTLE
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Record, table

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# Where the stream of sampled actions begins, so that action sampling never reveals upcoming dice.
_FAR = 1 << 31
# Number of arrays that one call of the play loop takes.
PLAY_ARRAYS = 16

# What to do with a game in one call.
ACT, RENEW, SHOW, REST = range(4)
# When a finished game restarts: at the next call, in the same call, or only on request.
NEXT_STEP, SAME_STEP, DISABLED = range(3)
# An illegal action either ends the game or is replaced by the lowest legal action.
TERMINATE, SUBSTITUTE = range(2)


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
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
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
        for streams, drawn in ((self.streams, 0), (self.samplers, _FAR)):
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
        assert self._pool is not None
        if self._owner != os.getpid():
            self._pool, self._owner = ThreadPoolExecutor(self._threads - 1), os.getpid()
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


def batch_loop(
    run: Hook, reward: Hook, row_of: Hook, actions: int, players: int, auto_pass: bool
) -> Hook:
    """play(arrays.., mode, illegal, limit, start, stop): advance the games start..stop."""
    showing = SETTLE | OBSERVE | (AUTO_PASS if auto_pass else 0)
    acting = showing | PLAY

    def play(
        states, streams, masks, notes, rows, finals, wanted, orders, to_act, acted,
        rewards, rewards_all, terminated, truncated, steps, choices,
        mode, illegal, limit, start, stop,
    ):  # fmt: skip
        for i in range(start, stop):
            s, mask, order = states[i], masks[i], orders[i]
            # With SAME_STEP the finished game has already restarted.
            ended = mode != SAME_STEP and (terminated[i] or truncated[i])
            if order == REST:
                continue
            seat, value = s.seat, wanted[i]
            over, stopped, status = False, False, -1
            if order != SHOW:
                rewards[i] = 0
                for player in range(players):
                    rewards_all[i, player] = 0
                if order == ACT and ended and mode == DISABLED:
                    continue
                acted[i] = seat
            if order == ACT and not ended:
                if value < 0 or value >= actions or mask[value] == 0:
                    value = lowest(mask)
                    over = illegal == TERMINATE
                if over:
                    rewards[i] = -1
                    rewards_all[i, seat] = -1
                else:
                    # The hot call: everything that it is asked to do is a compile-time constant.
                    status = run(
                        s, streams[i], mask, notes[i], choices[i], row_of(rows, i), acting, value
                    )
                    steps[i] += 1
                    phase = (status >> 8) & 255
                    if phase >= OVER:
                        over = phase == OVER
                        stopped = not over
                        if over:
                            for player in range(players):
                                rewards_all[i, player] = reward(s, player)
                            rewards[i] = rewards_all[i, seat]
                    elif 0 < limit <= steps[i]:
                        stopped = True
            anew = order == RENEW or (order == ACT and ended)
            if order != SHOW:
                terminated[i] = over
                truncated[i] = stopped
            if mode == SAME_STEP and (over or stopped):
                keep(row_of(rows, i), row_of(finals, i))
                anew = True
            if anew or order == SHOW:
                steps[i] = 0 if anew else steps[i]
                ops = showing | BEGIN if anew else showing
                status = run(s, streams[i], mask, notes[i], choices[i], row_of(rows, i), ops, 0)
                if anew and (status >> 8) & 255 >= OVER:
                    truncated[i] = True  # chance never reached a decision
            if status >= 0:
                to_act[i] = status & 255
            if mode != SAME_STEP and (terminated[i] or truncated[i]):
                mask[:] = 0
                choices[i, actions] = 0

    def lowest(mask):
        for action in range(actions):
            if mask[action]:
                return action
        return 0

    def keep(row, final):
        final[:] = row

    return play


def sample_loop(actions: int) -> Hook:
    """sample(choices, samplers, out, start, stop): sample a uniform legal action per game.

    Every game draws once per call, also where there is no choice.
    """

    def sample(choices, samplers, out, start, stop):
        for i in range(start, stop):
            count = choices[i, actions]
            place = draw(samplers[i], max(count, 1))
            out[i] = choices[i, place] if count > 0 else 0

    return sample


def game_rows(rows, i):
    """The record of a game where each game has a row."""
    return rows[i]


def game_columns(rows, i):
    """The record of a game where each game has a column."""
    return rows[:, i]


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
