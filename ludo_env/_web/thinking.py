"""Worker processes for agents, hints and replays, so that the event loop never waits."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

from ludo_env._engine.errors import LudoError
from ludo_env._web import worker
from ludo_env._web.refusal import BUSY, TOO_MANY, Refusal
from ludo_env._web.room import Room

T = TypeVar("T")
MOST_WAITING = 200  # requests that have not been answered
PATIENCE = 120.0  # seconds for one answer; the first one may compile a game


class Thinking:
    """A pool of worker processes; with 0 workers one thread, which is enough for tests."""

    def __init__(self, workers: int = 1, patience: float = PATIENCE) -> None:
        self._workers, self._patience = workers, patience
        self._pool: Executor | None = None
        self._waiting = 0

    def start(self) -> None:
        """Start the workers, which import the library in the background."""
        pool = self._executor()
        with _without_interrupts():
            for _ in range(self._workers):
                pool.submit(worker.ready)

    def close(self) -> None:
        """End the workers, even while they compute."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()

    async def choice(self, room: Room) -> int:
        """Return the action of the agent to act; game, player and move determine its chance."""
        chance = [room.terms.seed, room.turn, room.table.moves]
        return await self.run(worker.decide, room.terms.spec, room.record, room.agent, chance)

    async def hint(self, room: Room) -> tuple[str, int]:
        """Return a hint for the player to act."""
        return await self.run(worker.hint, room.terms.spec, room.record)

    async def reasons(self, room: Room, viewer: int | None, keys: list[str]) -> str:
        """Return why pressed items cannot be played."""
        return await self.run(worker.reasons, room.terms.spec, room.record, viewer, keys)

    async def run(self, question: Callable[..., T], *arguments: Any) -> T:
        """Run a function in a worker; if it takes too long, end all workers and refuse."""
        if self._waiting >= MOST_WAITING:
            raise Refusal(TOO_MANY, "Too many questions wait for an answer; ask again later.")
        self._waiting += 1
        try:
            pool = self._executor()
            with _without_interrupts():
                asked = asyncio.wrap_future(pool.submit(question, *arguments))
            return await asyncio.wait_for(asked, self._patience)
        except (BrokenProcessPool, asyncio.TimeoutError, TimeoutError) as error:
            self.close()
            broken = isinstance(error, BrokenProcessPool)
            what = "has ended" if broken else "has not answered in time"
            raise Refusal(BUSY, f"The process that thinks {what}; ask again.") from error
        except LudoError:
            raise
        except Exception as error:
            raise LudoError(f"The question failed: {error}") from error
        finally:
            self._waiting -= 1

    def _executor(self) -> Executor:
        if self._pool is None:
            self._pool = (
                ProcessPoolExecutor(self._workers, get_context("spawn"), initializer=worker.begin)
                if self._workers
                else ThreadPoolExecutor(1)
            )
        return self._pool


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Make processes that start meanwhile ignore Ctrl-C: the server ends them itself."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
