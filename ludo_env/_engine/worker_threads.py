"""The worker threads of a batch: each plays a slice of the games, beside the caller's own thread.

A step posts one job to all workers. They wait for it in compiled code, without Python
(`thread_signals`); one that has waited for a while sleeps until the caller wakes it. Words of
memory, the signals, say which jobs are posted and which are done, so this stays known when a call
is interrupted.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from _thread import allocate_lock
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.batch_table import (
    DONE,
    ENDED,
    POSTED,
    SIGNAL_WORDS,
    START,
    STOP,
    UNFINISHED,
    WORKERS,
)
from ludo_env._engine.rule import Hook

Words = npt.NDArray[np.int64]

_BLOCK = 64  # slices begin at multiples of this, so that no two write the same cache line
_POLL = 5e-5  # seconds between two checks of a slow worker


class WorkerThreads:
    """Threads beside the caller's; `play` carries out one step of all games.

    They end when they are closed or no longer referenced, and with the process.
    """

    def __init__(self, play: Hook, table: Words, games: int, threads: int) -> None:
        self._owner = os.getpid()
        bounds = slices(games, threads)
        signals = _aligned(SIGNAL_WORDS * threads)
        signals[WORKERS] = threads - 1
        for worker in range(1, threads):
            row = SIGNAL_WORDS * worker
            signals[row + START], signals[row + STOP] = bounds[worker], bounds[worker + 1]
        self._signals = signals
        self._workers = [_Worker(signals, number) for number in range(1, threads)]
        self._lead = partial(play, table.ctypes.data, signals.ctypes.data, 0, 0, bounds[1])
        self._threads = [
            threading.Thread(
                target=_run_jobs, args=(play, table, signals, number, worker),
                name="ludo_env batch", daemon=True,
            )
            for number, worker in enumerate(self._workers, start=1)
        ]  # fmt: skip
        for thread in self._threads:
            thread.start()
        weakref.finalize(self, _stop, self._workers)

    @property
    def is_own(self) -> bool:
        """Whether its threads belong to this process: a forked one has none of them."""
        return self._owner == os.getpid()

    def play(self) -> int:
        """Play one step, as the table says; return how many games have ended in it."""
        for worker in self._workers:
            if worker.asleep:
                worker.wake()
        try:
            ended: int = self._lead()
            if ended == UNFINISHED:
                ended = self._wait()
        except BaseException:
            self._wait_uninterrupted()
            raise
        for worker in self._workers:
            if worker.error is not None:
                error, worker.error = worker.error, None
                raise error
        return ended

    def close(self) -> None:
        """Stop the threads."""
        _stop(self._workers)
        for thread in self._threads:
            if self.is_own:
                thread.join()

    def _wait(self) -> int:
        """Wait until all workers have finished; return how many games have ended."""
        while not all(worker.is_idle for worker in self._workers):
            for worker in self._workers:
                worker.wake()
            time.sleep(_POLL)
        return int(self._signals[ENDED::SIGNAL_WORDS].sum())

    def _wait_uninterrupted(self) -> None:
        """Wait in spite of Ctrl-C: the workers write into the arrays until they are done."""
        while True:
            try:
                self._wait()
            except KeyboardInterrupt:
                continue
            return


def slices(games: int, threads: int) -> list[int]:
    """Return the bounds of the slices of the games, one for each thread."""
    block = _BLOCK if games >= _BLOCK * threads else 1
    return [games * index // (threads * block) * block for index in range(threads)] + [games]


class _Worker:
    """The state of a worker: whether it sleeps, is to stop, or has failed.

    Its attributes need no lock: Python switches threads only after a call or when a loop repeats,
    and never between a check here and the statement that depends on it.
    """

    __slots__ = ("_signals", "_wakeup", "asleep", "error", "stopped")

    def __init__(self, signals: Words, number: int) -> None:
        self.asleep = False
        self.stopped = False
        self.error: BaseException | None = None
        self._wakeup = allocate_lock()
        self._wakeup.acquire()
        self._signals = signals[SIGNAL_WORDS * number : SIGNAL_WORDS * (number + 1)].data

    @property
    def is_idle(self) -> bool:
        """Whether the last job has been done."""
        return self._signals[POSTED] == self._signals[DONE]

    def wake(self) -> None:
        """Wake the worker if it sleeps; the caller calls this."""
        if self.asleep:
            self.asleep = False
            self._wakeup.release()

    def sleep(self) -> bool:
        """Sleep until there may be a job; return False if the worker is to stop."""
        self.asleep = True
        if self._signals[POSTED] == self._signals[DONE] and not self.stopped:
            self._wakeup.acquire()
        elif self.asleep:
            self.asleep = False
        else:
            self._wakeup.acquire()  # it has been released in the meantime
        return not self.stopped

    @contextmanager
    def noting_errors(self) -> Iterator[None]:
        """Keep what a job raises, for the caller to raise, and note that the job has ended."""
        try:
            yield
        except BaseException as error:  # noqa: BLE001  (the caller raises it)
            self.error = error
            self._signals[DONE] = self._signals[POSTED]


def _run_jobs(play: Hook, table: Words, signals: Words, number: int, worker: _Worker) -> None:
    """Do the jobs of a worker until it is stopped; keep the table alive, not the batch."""
    table_at, signals_at = table.ctypes.data, signals.ctypes.data
    while worker.sleep():
        with worker.noting_errors():
            play(table_at, signals_at, number, 0, 0)  # returns after a while without a job


def _stop(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        worker.stopped = True
        worker.wake()


def _aligned(words: int) -> Words:
    """Return zeros that begin at the start of a cache line."""
    memory = np.zeros(8 * words + 128, np.uint8)
    shift: Any = -memory.ctypes.data % 128
    return memory[shift : shift + 8 * words].view(np.int64)
