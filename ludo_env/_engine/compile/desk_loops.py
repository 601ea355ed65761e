"""What the threads of a batch say to each other: words of a desk, read in compiled code.

A thread that waits for a lock of the operating system sleeps, and wakes up some 15 to 40 us later;
one that waits for Python's own lock does too. Here the caller posts a job by storing a number, and
workers look for it, without Python, until they have looked `LOOKS` times in vain.
"""

from __future__ import annotations

from ludo_env._engine.batch_table import (
    DONE,
    ENDED,
    LOOKS,
    POSTED,
    SHEET,
    START,
    STOP,
    UNFINISHED,
    WORKERS,
)
from ludo_env._engine.compile.atomic import load_word, pause, store_word


def post(desk: int) -> None:
    """Give every worker the next job: the slice of the games that is its own."""
    for worker in range(1, load_word(_word(desk, 0, WORKERS)) + 1):
        at = _word(desk, worker, POSTED)
        store_word(at, load_word(at) + 1)


def is_posted(desk: int, worker: int) -> bool:
    """Wait for a job; return whether there is one."""
    posted, done = _word(desk, worker, POSTED), load_word(_word(desk, worker, DONE))
    for _ in range(LOOKS):
        if load_word(posted) != done:
            return True
        pause()
    return False


def slice_of(desk: int, worker: int) -> tuple[int, int]:
    """Return the games of a worker: start and stop."""
    return load_word(_word(desk, worker, START)), load_word(_word(desk, worker, STOP))


def report(desk: int, worker: int, ended: int) -> None:
    """Say that the job is done."""
    store_word(_word(desk, worker, ENDED), ended)
    store_word(_word(desk, worker, DONE), load_word(_word(desk, worker, POSTED)))


def collected(desk: int, ended: int) -> int:
    """Wait for all workers; return how many games have ended, or UNFINISHED."""
    store_word(_word(desk, 0, ENDED), ended)
    looks = 0
    for worker in range(1, load_word(_word(desk, 0, WORKERS)) + 1):
        job, done = load_word(_word(desk, worker, POSTED)), _word(desk, worker, DONE)
        while load_word(done) != job:
            looks += 1
            if looks > LOOKS:
                return UNFINISHED
            pause()
        ended += load_word(_word(desk, worker, ENDED))
    return ended


def _word(desk: int, sheet: int, word: int) -> int:
    """Return the address of a word of a sheet."""
    return desk + 8 * (SHEET * sheet + word)
