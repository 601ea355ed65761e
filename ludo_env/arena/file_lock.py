"""A lock on an open file: the operating system holds it, and drops it when its process ends."""

from __future__ import annotations

import errno
import io
import sys

# What a lock fails with when somebody else has it.
_TAKEN = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK}

if sys.platform == "win32":
    import msvcrt

    # Windows keeps others from reading what is locked: a byte far behind any end of the file.
    _FAR = 1 << 40

    def _lock(file: io.FileIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: io.FileIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(file: io.FileIO) -> bool:
    """Lock a file until it is closed; False if somebody else has locked it."""
    try:
        _lock(file)
    except OSError as error:
        # A disk of a network may know no locks at all: then nobody can be kept out.
        return error.errno not in _TAKEN
    return True
