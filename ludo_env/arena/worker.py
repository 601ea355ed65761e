"""A worker process: receives chunks and returns games, until the pipe or the parent ends."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from ludo_env._engine.errors import LudoError, raised
from ludo_env.agents.agent_errors import AgentError
from ludo_env.arena.batch_play import Played, play_parcel
from ludo_env.arena.worker_note import Note


class RemoteError(Exception):
    """An exception raised in a worker: its traceback, as text."""


class Problem(NamedTuple):
    """The reason why a worker stops, which can be pickled with any exception of an agent."""

    error: LudoError
    cause: bytes  # the exception behind it, packed; empty if it cannot be pickled
    trace: str  # its traceback

    def unpacked(self) -> BaseException:
        """Return the exception behind it, with the worker's traceback as its cause."""
        trace = RemoteError(f"\n{self.trace}")
        try:
            cause = pickle.loads(self.cause)  # noqa: S301
        except BaseException:  # noqa: BLE001  (unpacking it runs code of the agent)
            return trace
        if not isinstance(cause, BaseException):
            return trace
        cause.__cause__ = trace
        return cause


def serve(pipe: Connection, parcel: bytes, memory: Any) -> None:
    """Play the chunks that arrive until the pipe is closed."""
    # An interrupt from the keyboard reaches every process, but only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    note = Note(memory)
    note.serving()
    while True:
        try:
            chunk = pipe.recv()
        except (EOFError, OSError):
            return
        answer = _answer(parcel, chunk, note)
        note.serving()
        try:
            pipe.send(answer)
        except OSError:  # the parent has ended
            return


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Block Ctrl-C until the end of the block, and in processes started within it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _answer(
    parcel: bytes, chunk: Sequence[int], note: Note
) -> tuple[Problem | None, list[Played] | None]:
    """Return the games of a chunk, or the problem."""
    try:
        return None, play_parcel(parcel, chunk, note)
    except AgentError as error:
        return _problem(error, error.__cause__ or error), None
    except LudoError as error:
        return _problem(LudoError(str(error)), error.__cause__ or error), None
    except BaseException as error:  # noqa: BLE001  (code of agents may raise anything)
        said = f"A worker {raised(error)} at games {chunk[0]}..{chunk[-1]}."
        return _problem(LudoError(said), error), None


def _problem(error: LudoError, cause: BaseException) -> Problem:
    try:
        packed = b"" if isinstance(cause, AgentError) else pickle.dumps(cause)
    except BaseException:  # noqa: BLE001  (packing it runs code of the agent)
        packed = b""
    return Problem(error, packed, "".join(traceback.format_exception(cause)))


def _end_with_parent() -> None:
    """End this process when its parent ends, even while an agent is running."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
