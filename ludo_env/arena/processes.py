"""The engine "process": worker processes, each with a pipe, replaced when they die.

A worker plays one chunk at a time. If it is killed, the games it had handed over are safe, and its
chunk is played again by a new worker; they are the same games, since all follows from the seed.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from ludo_env.arena.table import Played, play_parcel
from ludo_env.core.errors import LudoError

WORKER = "ludo-env arena worker"
# So often a chunk may cost a worker its life before it is the chunk that is to blame.
_PATIENCE = 4


def in_processes(
    parcel: bytes, chunks: Sequence[Sequence[int]], jobs: int
) -> Iterator[list[Played]]:
    """Plays chunks of a packed plan in so many worker processes."""
    crew = _Crew(parcel, chunks, jobs)
    try:
        while crew.waiting or crew.busy:
            crew.hand_out()
            yield from crew.collect()
    finally:
        crew.dismiss()


class _Crew:
    """The workers, by the pipes that lead to them."""

    def __init__(self, parcel: bytes, chunks: Sequence[Sequence[int]], jobs: int) -> None:
        # Never by forking: threads of the parent (numba's, the pool's) do not survive it.
        self._context = multiprocessing.get_context("spawn")
        self._parcel = parcel
        self._jobs = jobs
        self._workers: dict[Connection, Any] = {}
        self._idle: list[Connection] = []
        self._lost: Counter[int] = Counter()
        self.waiting = deque(chunks)
        self.busy: dict[Connection, Sequence[int]] = {}

    def hand_out(self) -> None:
        """Gives every free worker a chunk; starts workers while there are too few."""
        while self.waiting and len(self.busy) < self._jobs:
            pipe = self._idle.pop() if self._idle else self._hire()
            try:
                pipe.send(self.waiting[0])
            except OSError:  # it died while it was idle
                self._forget(pipe)
                continue
            self.busy[pipe] = self.waiting.popleft()

    def collect(self) -> Iterator[list[Played]]:
        """The games of those who are done; waits for the first one."""
        for ready in wait(list(self.busy)):
            pipe = cast("Connection", ready)
            chunk = self.busy.pop(pipe)
            try:
                problem, games = pipe.recv()
            except (EOFError, OSError):
                self._forget(pipe)
                self._again(chunk)
                continue
            self._idle.append(pipe)
            if problem:
                raise problem[0](problem[1])
            yield games

    def dismiss(self) -> None:
        """Ends all workers, whatever they are doing."""
        for pipe in list(self._workers):
            self._workers[pipe].kill()
            self._forget(pipe)

    def _hire(self) -> Connection:
        pipe, theirs = self._context.Pipe()
        worker = self._context.Process(
            target=_serve, args=(theirs, self._parcel), name=WORKER, daemon=True
        )
        worker.start()
        # With only one open end left on the other side, its death is the end of the pipe.
        theirs.close()
        self._workers[pipe] = worker
        return pipe

    def _forget(self, pipe: Connection) -> None:
        pipe.close()
        self._workers.pop(pipe).join()

    def _again(self, chunk: Sequence[int]) -> None:
        self._lost[chunk[0]] += 1
        if self._lost[chunk[0]] >= _PATIENCE:
            raise LudoError(
                f"The worker of games {chunk[0]}..{chunk[-1]} died {_PATIENCE} times; a script "
                f'that plays in processes needs `if __name__ == "__main__":`.'
            )
        self.waiting.appendleft(chunk)


def _serve(pipe: Connection, parcel: bytes) -> None:
    """The life of a worker: chunks in, games out, until the pipe ends."""
    # An interrupt from the keyboard reaches every process; the parent is the one to act on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            chunk = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: Any = (None, play_parcel(parcel, chunk))
        except LudoError as error:
            answer = ((LudoError, str(error)), None)
        except Exception:  # noqa: BLE001  (an agent may raise anything; the parent is to know)
            answer = ((RuntimeError, traceback.format_exc()), None)
        try:
            pipe.send(answer)
        except OSError:  # the parent is gone: there is nobody to play for
            return
