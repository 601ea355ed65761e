"""A lock on an open file, released by the operating system when its process ends."""

from __future__ import annotations

import errno
import os
import sys

# The error of locking when another process has the lock; any other means that the disk, for example
# a network drive, does not support locks.
_TAKEN = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK}

if sys.platform == "win32":
    import msvcrt

    # Windows blocks reads of locked bytes, so the lock is on a byte far beyond any end of file.
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
    """Lock an open file until it is closed; return False if another process has the lock.

    An `OSError` means that the file cannot be locked where it is.
    """
    try:
        _lock(file)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True
