"""The engine "process": worker processes, each with a pipe, replaced when they die.

A worker plays one chunk at a time. If it is killed, the games it has returned are safe, and its
chunk is played again, game by game, by a new worker; they are the same games, since all follows
from the seed. A note in shared memory says what a worker was doing when it died, or hangs.
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
# How many workers a chunk may kill before it is blamed.
_PATIENCE = 4
# Seconds that a worker has for stopping its agent by itself when the time is up.
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
    """The workers, by the pipes that lead to them."""

    def __init__(self, plan: Plan, game: Game, chunks: Sequence[Sequence[int]], jobs: int) -> None:
        # Never by forking: threads of the parent (numba's, the pool's) do not survive it.
        self._context = multiprocessing.get_context("spawn")
        self._plan, self._game = plan, game
        self._parcel = plan.packed()
        self._jobs = jobs
        self._workers: dict[Connection, _Worker] = {}
        self._idle: list[Connection] = []
        self._lost: Counter[int] = Counter()
        # The decision last seen in a worker's note, and when it was first seen there.
        self._seen: dict[Connection, tuple[int, float]] = {}
        self.waiting = deque(chunks)
        self.busy: dict[Connection, Sequence[int]] = {}

    def hand_out(self) -> None:
        """Give every free worker a chunk; start workers while there are too few."""
        while self.waiting and len(self.busy) < self._jobs:
            pipe = self._idle.pop() if self._idle else self._hire()
            try:
                pipe.send(self.waiting[0])
            except OSError:  # it died while it was idle
                self._forget(pipe)
                continue
            self.busy[pipe] = self.waiting.popleft()

    def collect(self) -> Iterator[list[Played]]:
        """Return the games of finished workers; wait for the first one, and check the clocks."""
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
        # With only one open end left on the other side, its death is the end of the pipe.
        theirs.close()
        self._workers[pipe] = _Worker(process, Note(memory))
        return pipe

    def _forget(self, pipe: Connection) -> tuple[Doing, int]:
        """Wait for the end of a worker; return what it was doing, and its exit code."""
        pipe.close()
        self._seen.pop(pipe, None)
        worker = self._workers.pop(pipe)
        worker.process.join()
        return worker.note.read(self._game.layout.dtype), int(worker.process.exitcode or 0)

    def _lose(self, pipe: Connection) -> None:
        """Have the chunk of a dead worker played again, unless the cause of death is clear."""
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
        # A killed process may have been killed by anything; one that exits has done so itself.
        if times >= _PATIENCE or (code >= 0 and (alone or doing.asked is None)):
            raise self._death(chunk, doing, code, times)
        # One by one: if it dies again the game is known.
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
        """Refuse an agent that exceeds the time limit and that its worker cannot stop."""
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
