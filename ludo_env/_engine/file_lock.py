"""A lock on an open file, which the operating system drops when its process ends."""

from __future__ import annotations

import errno
import os
import sys

# What locking fails with when another process has the lock; anything else means that the disk, of
# a network for example, knows no locks.
_TAKEN = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK}

if sys.platform == "win32":
    import msvcrt

    # Windows keeps others from reading what is locked: a byte far behind any end of the file.
    _FAR = 1 << 40

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def unlock(file: int) -> None:
        """Unlock a file before it is closed."""
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def unlock(file: int) -> None:
        """Unlock a file before it is closed."""
        fcntl.flock(file, fcntl.LOCK_UN)


def try_lock(file: int) -> bool:
    """Lock a file by its descriptor until it is closed; False if another process has locked it.

    An `OSError` means that there are no locks where the file lies.
    """
    try:
        _lock(file)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True
