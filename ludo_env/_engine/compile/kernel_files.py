"""Files of compiled code: where they lie, how they are written, and how damage is noticed.

A file is a header, a checksum over everything, and a payload. The header names the kernel that the
payload belongs to. Nobody looks into a payload before its checksum has been compared.
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
_HEADER = struct.Struct(f">{len(_MAGIC)}s32sQ")  # what it is, the key, the length of the payload
_CHECKSUM = hashlib.sha256().digest_size
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
)  # waits for no pipe
_HOUR = 3600
_MONTH = 30 * 24 * _HOUR


class DamagedFileError(Exception):
    """Something lies where a kernel was written, and it is not what was written."""


def read_kernel(path: Path, key: bytes) -> bytes | None:
    """The payload of the kernel with this key; None where there is no file that can be read."""
    try:
        file = os.open(path, _FLAGS)
    except OSError:
        if path.is_symlink():  # it leads nowhere, or round in a circle
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
    """Write a file in one go: others see the old one or the new one, never a part."""
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
    """The folders to look for kernels in, the one that is preferred first.

    `chosen` is the value of NUMBA_CACHE_DIR, or empty. As with numba's own cache, the package's
    `__pycache__` follows, and then the user's folder for caches.
    """
    here = Path(__file__).resolve().parent
    own = f"{here.name}_{hashlib.sha1(str(here).encode(), usedforsecurity=False).hexdigest()}"
    if chosen:
        yield Path(chosen) / own
    yield here / "__pycache__"
    from numba.misc.appdirs import AppDirs

    users = Path(AppDirs(appname="numba", appauthor=False).user_cache_dir)
    if users.is_absolute():  # else nobody has a home here, and it would be wherever we stand
        yield users / own


def can_be_written(folder: Path) -> bool:
    """Make the folder if need be, and try whether a file can be made in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def sweep(folder: Path) -> None:
    """Remove what killed processes have left behind: unfinished files and locks of an hour ago.

    What lay in the place of a kernel and was moved aside is removed after a month.
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
