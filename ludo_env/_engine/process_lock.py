"""A lock between processes, held by the operating system, so that a killed one frees it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ludo_env._engine.file_lock import try_lock, unlock

_POLL = 0.05  # seconds between two tries
_STRAYS = (
    1000  # how often a file may vanish before it is locked; more means that the disk cannot lock
)
_held: dict[int, Path] = {}  # the locks of this process, by their open files


@contextlib.contextmanager
def process_lock(path: Path, on_wait: Callable[[], None], limit: float) -> Iterator[None]:
    """Hold the lock at `path`; the file exists only while some process holds or wants it.

    While another process holds it, `on_wait` is called once and the lock is tried again and again,
    for at most `limit` seconds. Where locks are not available, and after the limit, the block runs
    without one: the lock saves work and never affects correctness.
    """
    file = _acquire(path, on_wait, limit)
    try:
        yield
    finally:
        if file is not None:
            _release(file, path)


def remove_held() -> None:
    """Remove the files of the locks that this process holds, just before it ends."""
    for path in list(_held.values()):
        with contextlib.suppress(OSError):
            path.unlink()


def leave_held() -> None:
    """Leave the locks to the process that this one was forked from."""
    for file in list(_held):
        with contextlib.suppress(OSError):
            os.close(file)
    _held.clear()


def remove_if_free(path: Path) -> None:
    """Remove the file of a lock that no process holds."""
    file = _open(path, create=False)
    if file is None:
        return
    try:
        free = try_lock(file)
    except OSError:
        free = True  # on a disk without locks, nobody holds it
    if free:
        _release(file, path)
    else:
        os.close(file)


def _acquire(path: Path, on_wait: Callable[[], None], limit: float) -> int | None:
    """Return an open file that holds the lock, or None."""
    end, waits, strays = time.monotonic() + limit, False, 0
    while (file := _open(path)) is not None:
        try:
            locked = try_lock(file)
        except OSError:  # a file system without locks: the file is of no use
            _release(file, path)
            return None
        if locked and _is_at(file, path):
            _held[file] = path
            return file
        os.close(file)
        strays += locked  # the holder has removed the file: create it again
        if strays > _STRAYS or time.monotonic() >= end:
            return None
        if not locked:
            if not waits:
                on_wait()
            waits = True
            time.sleep(_POLL)
    return None


def _release(file: int, path: Path) -> None:
    """Remove the file, then unlock it: waiting processes notice that the file is gone."""
    _held.pop(file, None)
    with contextlib.suppress(OSError):  # Windows removes no open file: it stays, unlocked
        path.unlink()
    with contextlib.suppress(OSError):
        unlock(file)
    os.close(file)


def _open(path: Path, *, create: bool = True) -> int | None:
    try:
        return os.open(path, os.O_RDWR | (os.O_CREAT if create else 0), 0o666)
    except OSError:
        return None


def _is_at(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except OSError:
        return False
