"""Kernel files: their folders, how they are written, and how damage is detected.

A file is a header, a checksum over everything, and a payload. The header names the kernel that the
payload belongs to. No payload is read before its checksum has been verified.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import stat
import struct
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ludo_env._engine.process_lock import remove_if_free

_MAGIC = b"ludo_env kernel 1\n"
_HEADER = struct.Struct(f">{len(_MAGIC)}s32sQ")  # magic bytes, key, length of the payload
_CHECKSUM = hashlib.sha256().digest_size
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
)  # does not block on a pipe
_HOUR = 3600
_MONTH = 30 * 24 * _HOUR


class DamagedFileError(Exception):
    """The file at the place of a kernel is damaged."""


def read_kernel(path: Path, key: bytes) -> bytes | None:
    """Return the payload of the kernel with this key; None if there is no readable file."""
    try:
        file = os.open(path, _FLAGS)
    except OSError:
        if path.is_symlink():  # a dangling or circular link
            raise DamagedFileError from None
        return None
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode) or status.st_size < _HEADER.size + _CHECKSUM:
            raise DamagedFileError
        header = os.read(file, _HEADER.size)
        length = status.st_size - _HEADER.size - _CHECKSUM
        # A file of another length is not read at all, however large it is.
        if header != _HEADER.pack(_MAGIC, key, length):
            raise DamagedFileError
        checksum = os.read(file, _CHECKSUM)
        with open(file, "rb", closefd=False) as rest:
            payload = rest.read(length)
    except OSError:
        raise DamagedFileError from None
    finally:
        os.close(file)
    if checksum != _checksum(header, payload):
        raise DamagedFileError
    return payload


def write_kernel(path: Path, key: bytes, payload: bytes) -> None:
    """Write a file atomically: others see the old one or the new one, never a part."""
    header = _HEADER.pack(_MAGIC, key, len(payload))
    temporary = path.with_name(f"{path.name}.tmp.{secrets.token_hex(8)}")
    try:
        temporary.write_bytes(header + _checksum(header, payload) + payload)
        if path.is_dir():
            path.rename(path.with_name(f"{path.name}.aside.{secrets.token_hex(8)}"))
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def kernel_folders(chosen: str) -> Iterator[Path]:
    """Return the folders of the cache, in order of preference.

    `chosen` is the value of NUMBA_CACHE_DIR, or empty. As with numba's own cache, the package's
    `__pycache__` follows, and then the user's cache folder.
    """
    here = Path(__file__).resolve().parent
    own = f"{here.name}_{hashlib.sha1(str(here).encode(), usedforsecurity=False).hexdigest()}"
    if chosen:
        yield Path(chosen) / own
    yield here / "__pycache__"
    from numba.misc.appdirs import AppDirs

    users = Path(AppDirs(appname="numba", appauthor=False).user_cache_dir)
    if users.is_absolute():  # without a home folder it would be the working directory
        yield users / own


def can_be_written(folder: Path) -> bool:
    """Create the folder if needed, and return whether a file can be created in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def sweep(folder: Path) -> None:
    """Remove what killed processes have left behind: unfinished files and locks older than an hour.

    A damaged file that was moved aside is removed after a month.
    """
    with contextlib.suppress(OSError):
        for path in folder.glob("*.nbc.aside.*"):
            if time.time() - path.lstat().st_ctime >= _MONTH:  # the time of its renaming
                shutil.rmtree(path, ignore_errors=True)
    with contextlib.suppress(OSError):
        for path in [*folder.glob("*.nb[ci].tmp.*"), *folder.glob("*.nbc.lock")]:
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode) or time.time() - status.st_mtime < _HOUR:
                continue
            if path.suffix == ".lock":
                remove_if_free(path)
            else:
                path.unlink()


def _checksum(header: bytes, payload: bytes) -> bytes:
    digest = hashlib.sha256(header)
    digest.update(payload)
    return digest.digest()
