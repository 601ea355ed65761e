"""The threads of a batch: the caller's own, and workers that play a slice of the games each.

A step hands out a job once. Workers look for it in compiled code, without Python (`desk_loops`);
one that has looked for a while in vain sleeps until the caller wakes it. Words of the desk say
which jobs are posted and which are done, so an interrupted call leaves nothing undecided.
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
    SHEET,
    START,
    STOP,
    UNFINISHED,
    WORKERS,
)
from ludo_env._engine.rule import Hook

Words = npt.NDArray[np.int64]

_BLOCK = 64  # slices begin at a multiple of so many games: no two write the same cache line
_NAP = 5e-5  # seconds between two looks at a worker that takes long


class Crew:
    """Workers beside the caller's thread; `play` carries out one step of all games.

    They end when the crew is closed or is no longer used, and with the process.
    """

    def __init__(self, play: Hook, table: Words, games: int, threads: int) -> None:
        self._owner = os.getpid()
        bounds = slices(games, threads)
        desk = _aligned(SHEET * threads)
        desk[WORKERS] = threads - 1
        for worker in range(1, threads):
            at = SHEET * worker
            desk[at + START], desk[at + STOP] = bounds[worker], bounds[worker + 1]
        self._desk = desk
        self._berths = [_Berth(desk, worker) for worker in range(1, threads)]
        self._lead = partial(play, table.ctypes.data, desk.ctypes.data, 0, 0, bounds[1])
        self._threads = [
            threading.Thread(
                target=_serve, args=(play, table, desk, number, berth), name="ludo_env batch",
                daemon=True,
            )
            for number, berth in enumerate(self._berths, start=1)
        ]  # fmt: skip
        for thread in self._threads:
            thread.start()
        weakref.finalize(self, _dismiss, self._berths)

    @property
    def is_own(self) -> bool:
        """Whether its threads belong to this process: a forked one has none of them."""
        return self._owner == os.getpid()

    def play(self) -> int:
        """Play one step, as the table says; return how many games have ended in it."""
        for berth in self._berths:
            if berth.asleep:
                berth.wake()
        try:
            ended: int = self._lead()
            if ended == UNFINISHED:
                ended = self._wait()
        except BaseException:
            self._wait_through()
            raise
        for berth in self._berths:
            if berth.error is not None:
                error, berth.error = berth.error, None
                raise error
        return ended

    def close(self) -> None:
        """End the threads."""
        _dismiss(self._berths)
        for thread in self._threads:
            if self.is_own:
                thread.join()

    def _wait(self) -> int:
        """Wait until all have done their jobs; return how many games have ended."""
        while not all(berth.is_idle for berth in self._berths):
            for berth in self._berths:
                berth.wake()
            time.sleep(_NAP)
        return int(self._desk[ENDED::SHEET].sum())

    def _wait_through(self) -> None:
        """Wait, whatever comes in: the workers write into the arrays until they are done."""
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


class _Berth:
    """Where a worker sleeps.

    Its attributes need no lock: Python changes threads when a function has been called or a loop
    starts again, and nowhere between a check and what follows from it here.
    """

    __slots__ = ("_alarm", "_words", "asleep", "dismissed", "error")

    def __init__(self, desk: Words, worker: int) -> None:
        self.asleep = False
        self.dismissed = False
        self.error: BaseException | None = None
        self._alarm = allocate_lock()
        self._alarm.acquire()
        self._words = desk[SHEET * worker : SHEET * (worker + 1)].data

    @property
    def is_idle(self) -> bool:
        """Whether the last job has been done."""
        return self._words[POSTED] == self._words[DONE]

    def wake(self) -> None:
        """Wake the worker if it sleeps; the caller's part."""
        if self.asleep:
            self.asleep = False
            self._alarm.release()

    def rest(self) -> bool:
        """Sleep until there is something to do; return whether there may be a job."""
        self.asleep = True
        if self._words[POSTED] == self._words[DONE] and not self.dismissed:
            self._alarm.acquire()
        elif self.asleep:
            self.asleep = False
        else:
            self._alarm.acquire()  # it has been released meanwhile
        return not self.dismissed

    @contextmanager
    def noting_errors(self) -> Iterator[None]:
        """Keep what a job raises, for the caller to raise, and note that the job has ended."""
        try:
            yield
        except BaseException as error:  # noqa: BLE001  (the caller raises it)
            self.error = error
            self._words[DONE] = self._words[POSTED]


def _serve(play: Hook, table: Words, desk: Words, number: int, berth: _Berth) -> None:
    """Do the jobs of a worker until it is dismissed; it keeps the table alive, and no batch."""
    at, sheet = table.ctypes.data, desk.ctypes.data
    while berth.rest():
        with berth.noting_errors():
            play(at, sheet, number, 0, 0)  # comes back when there was nothing to do for a while


def _dismiss(berths: Sequence[_Berth]) -> None:
    for berth in berths:
        berth.dismissed = True
        berth.wake()


def _aligned(words: int) -> Words:
    """Return zeros that begin with a cache line."""
    memory = np.zeros(8 * words + 128, np.uint8)
    shift: Any = -memory.ctypes.data % 128
    return memory[shift : shift + 8 * words].view(np.int64)
