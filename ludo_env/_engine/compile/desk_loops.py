"""What the threads of a batch say to each other: words of a desk, read in compiled code.

A thread that waits for a lock of the operating system sleeps, and wakes up some 15 to 40 us later;
one that waits for Python's own lock does too. Here the caller posts a job by storing a number, and
workers look for it, without Python, until they have looked `LOOKS` times in vain.

These are two functions, because each takes the compiler about as long as a rule does.
"""

from __future__ import annotations

from ludo_env._engine.batch_table import (
    DONE,
    ENDED,
    LOOKS,
    POSTED,
    SHEET,
    UNFINISHED,
    WORKERS,
)
from ludo_env._engine.compile.atomic import load_word, pause, store_word

# Bytes from the start of a sheet, and of a whole one: what is computed here is not compiled.
_POSTED, _DONE, _ENDED, _WORKERS, _SHEET = (
    8 * words for words in (POSTED, DONE, ENDED, WORKERS, SHEET)
)


def is_to_play(desk: int, worker: int) -> bool:
    """Return whether there is something to play.

    The caller (worker 0) posts a job to all workers; a worker waits for one, but not for long.
    """
    if desk == 0:
        return True
    sheet = desk + _SHEET * worker
    if worker == 0:
        for _ in range(load_word(desk + _WORKERS)):
            sheet += _SHEET
            store_word(sheet + _POSTED, load_word(sheet + _DONE) + 1)
        return True
    for _ in range(LOOKS):
        if load_word(sheet + _POSTED) != load_word(sheet + _DONE):
            return True
        pause()
    return False


def counted(desk: int, worker: int, ended: int) -> int:
    """Return how many games have ended in all slices, or UNFINISHED.

    A worker says that its job is done; the caller waits for all of them, but not for long.
    """
    if desk == 0:
        return ended
    sheet = desk + _SHEET * worker
    store_word(sheet + _ENDED, ended)
    if worker > 0:
        store_word(sheet + _DONE, load_word(sheet + _POSTED))
        return ended
    looks = 0
    for _ in range(load_word(desk + _WORKERS)):
        sheet += _SHEET
        while load_word(sheet + _DONE) != load_word(sheet + _POSTED):
            looks += 1
            if looks > LOOKS:
                return UNFINISHED
            pause()
        ended += load_word(sheet + _ENDED)
    return ended
