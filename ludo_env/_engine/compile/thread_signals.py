"""How the threads of a batch exchange jobs: words of memory that compiled code reads and writes.

A thread that waits for a lock of the operating system sleeps, and wakes up some 15 to 40 us later;
so does one that waits for Python's own lock. Here the caller posts a job by storing a number, and
workers spin until they read it, without Python, at most `SPINS` times.

There are only two functions, because each takes the compiler about as long as a rule does.
"""

from __future__ import annotations

from ludo_env._engine.batch_table import (
    DONE,
    ENDED,
    POSTED,
    SIGNAL_WORDS,
    SPINS,
    UNFINISHED,
    WORKERS,
)
from ludo_env._engine.compile.atomic import load_word, pause, store_word

# Bytes from the start of a row, and of a whole row: what is computed here is not compiled.
_POSTED, _DONE, _ENDED, _WORKERS, _ROW = (
    8 * words for words in (POSTED, DONE, ENDED, WORKERS, SIGNAL_WORDS)
)


def has_job(signals: int, worker: int) -> bool:
    """Return whether there is a job to play.

    The caller (worker 0) posts one to all workers; a worker spins until one is posted, or gives up.
    """
    if signals == 0:
        return True
    row = signals + _ROW * worker
    if worker == 0:
        for _ in range(load_word(signals + _WORKERS)):
            row += _ROW
            store_word(row + _POSTED, load_word(row + _DONE) + 1)
        return True
    for _ in range(SPINS):
        if load_word(row + _POSTED) != load_word(row + _DONE):
            return True
        pause()
    return False


def finish_job(signals: int, worker: int, ended: int) -> int:
    """Return how many games have ended in all slices, or UNFINISHED.

    A worker notes that its job is done; the caller spins until all are done, or gives up.
    """
    if signals == 0:
        return ended
    row = signals + _ROW * worker
    store_word(row + _ENDED, ended)
    if worker > 0:
        store_word(row + _DONE, load_word(row + _POSTED))
        return ended
    spins = 0
    for _ in range(load_word(signals + _WORKERS)):
        row += _ROW
        while load_word(row + _DONE) != load_word(row + _POSTED):
            spins += 1
            if spins > SPINS:
                return UNFINISHED
            pause()
        ended += load_word(row + _ENDED)
    return ended
