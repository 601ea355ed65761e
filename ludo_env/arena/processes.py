"""The engine "process": worker processes, each with a pipe, replaced when they die.

A worker plays one chunk at a time. If it is killed, the games it has returned are kept, and a new
worker plays its chunk again, game by game. The games are the same, as they follow from the seed. A
note in shared memory shows what a worker was doing if it dies or hangs.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, cast

from ludo_env._engine.errors import LudoError, cut
from ludo_env._engine.game import Game
from ludo_env.arena.agent_calls import too_long
from ludo_env.arena.batch_play import Played
from ludo_env.arena.failures import agent_error
from ludo_env.arena.plan import Plan
from ludo_env.arena.worker import interrupts_held, serve
from ludo_env.arena.worker_note import STARTING, Doing, Note

WORKER = "ludo-env arena worker"
# The number of workers that may die on a chunk before the run ends with an error.
_PATIENCE = 4
# Seconds in which a worker should stop its agent itself when the time is up.
_GRACE = 1.0


def in_processes(
    plan: Plan, game: Game, chunks: Sequence[Sequence[int]], jobs: int
) -> Iterator[list[Played]]:
    """Play chunks of a plan in this many worker processes."""
    crew = _Crew(plan, game, chunks, jobs)
    try:
        while crew.waiting or crew.busy:
            crew.hand_out()
            yield from crew.collect()
    finally:
        crew.dismiss()


class _Worker(NamedTuple):
    """A worker process, and the note of what it is doing."""

    process: Any
    note: Note


class _Crew:
    """The workers, by their pipes."""

    def __init__(self, plan: Plan, game: Game, chunks: Sequence[Sequence[int]], jobs: int) -> None:
        # Never by forking, as threads of the parent (numba's, the pool's) would not survive it.
        self._context = multiprocessing.get_context("spawn")
        self._plan, self._game = plan, game
        self._parcel = plan.packed()
        self._jobs = jobs
        self._workers: dict[Connection, _Worker] = {}
        self._idle: list[Connection] = []
        self._lost: Counter[int] = Counter()
        # The decision last seen in each worker's note, and the time when it was first seen.
        self._seen: dict[Connection, tuple[int, float]] = {}
        self.waiting = deque(chunks)
        self.busy: dict[Connection, Sequence[int]] = {}

    def hand_out(self) -> None:
        """Send chunks to free workers; start workers while there are too few."""
        while self.waiting and len(self.busy) < self._jobs:
            pipe = self._idle.pop() if self._idle else self._hire()
            try:
                pipe.send(self.waiting[0])
            except OSError:  # it died while it was idle
                self._forget(pipe)
                continue
            self.busy[pipe] = self.waiting.popleft()

    def collect(self) -> Iterator[list[Played]]:
        """Yield the games of finished workers; wait for the first one and check the time limit."""
        limit = self._plan.decision_limit
        for ready in wait(list(self.busy), None if limit is None else min(limit / 4, 0.25)):
            pipe = cast("Connection", ready)
            try:
                problem, games = pipe.recv()
            except (EOFError, OSError):
                self._lose(pipe)
                continue
            del self.busy[pipe]
            self._idle.append(pipe)
            if problem is not None:
                raise problem.error from problem.unpacked()
            yield games
        if limit is not None:
            self._look_at_clocks(limit)

    def dismiss(self) -> None:
        """End all workers, whatever they are doing."""
        for pipe in list(self._workers):
            self._workers[pipe].process.kill()
            self._forget(pipe)

    def _hire(self) -> Connection:
        dtype = self._game.layout.dtype
        try:
            pipe, theirs = self._context.Pipe()
            memory = self._context.RawArray("b", Note.size_of(dtype))
            process = self._context.Process(
                target=serve, args=(theirs, self._parcel, memory), name=WORKER, daemon=True
            )
            with interrupts_held():
                process.start()
        except OSError as error:
            raise LudoError(f"No worker can be started: {error.strerror}.") from error
        # The worker then has the only other end, so the pipe closes when the worker dies.
        theirs.close()
        self._workers[pipe] = _Worker(process, Note(memory))
        return pipe

    def _forget(self, pipe: Connection) -> tuple[Doing, int]:
        """Wait for a worker to end; return what it was doing, and its exit code."""
        pipe.close()
        self._seen.pop(pipe, None)
        worker = self._workers.pop(pipe)
        worker.process.join()
        return worker.note.read(self._game.layout.dtype), int(worker.process.exitcode or 0)

    def _lose(self, pipe: Connection) -> None:
        """Queue the chunk of a dead worker again, unless the cause of death is clear."""
        chunk = self.busy.pop(pipe)
        doing, code = self._forget(pipe)
        if doing.stage == STARTING and code >= 0:
            raise LudoError(
                f"A worker ended (exit code {code}) before it had begun; a script that plays in "
                f'processes needs `if __name__ == "__main__":`.'
            )
        self._lost[chunk[0]] += 1
        times = self._lost[chunk[0]]
        alone = doing.asked is not None and doing.asked.games == 1
        # The cause of a kill is unknown, but a process that exits did so itself.
        if times >= _PATIENCE or (code >= 0 and (alone or doing.asked is None)):
            raise self._death(chunk, doing, code, times)
        # One by one, so that the game is known if a worker dies again.
        self.waiting.extendleft([game] for game in reversed(chunk))

    def _death(self, chunk: Sequence[int], doing: Doing, code: int, times: int) -> LudoError:
        often = f" {times} times" if times > 1 else ""
        how = f"ended its process with exit code {code}"
        if code < 0:
            how = f"had its process killed by {_signal_name(-code)}"
        if doing.asked is not None:
            return agent_error(self._plan, self._game, doing.asked, how + often, "process")
        return LudoError(
            f"The worker of games {chunk[0]}..{chunk[-1]} {how.replace('its process', 'itself')}"
            f"{often}, while no agent was asked."
        )

    def _look_at_clocks(self, limit: float) -> None:
        """Raise an error for an agent over the time limit that its worker cannot stop."""
        now = time.monotonic()
        for pipe in self.busy:
            doing = self._workers[pipe].note.read(self._game.layout.dtype)
            decision, since = self._seen.setdefault(pipe, (doing.decision, now))
            if decision != doing.decision or doing.asked is None:
                self._seen[pipe] = doing.decision, now
            elif now - since > limit * doing.asked.games + _GRACE and not pipe.poll():
                what = cut(too_long(self._plan))
                raise agent_error(self._plan, self._game, doing.asked, what, "process")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
