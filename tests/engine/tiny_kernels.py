"""A small kernel to try the disk cache with in fresh processes, and ways to damage its file."""

import pathlib
import random

from ludo_env._engine.compile.kernel_cache import kernel_of

# The code of `tiny` for a fresh process, and code that uses it.
TINY = """
from ludo_env._engine.compile.kernel_cache import kernel_of

def tiny(times, seal="seal", title="tiny", size=6000):
    def entry(number):
        return number * times
    return kernel_of(entry, "int64(int64)", seal, title, lambda: size)
"""
DOUBLE = TINY + "print(tiny(2)(21))"


def tiny(times, seal="seal", **options):
    """A kernel that multiplies a number, announced as if it were a large one."""

    def entry(number):
        return number * times

    return kernel_of(entry, "int64(int64)", seal, "tiny", lambda: 6000, **options)


def files(cache):
    """The kernels on disk, the oldest first."""
    return sorted(pathlib.Path(cache).rglob("*.nbc"), key=lambda path: path.stat().st_mtime_ns)


def written(cache):
    """The one kernel on disk."""
    (path,) = files(cache)
    return path


def forbid(*_):
    """Fail, in place of a function that must not be called."""
    raise AssertionError("this must not be called")


def damage(chance: random.Random, good: bytes, other: bytes) -> bytes:
    """The bytes of a kernel, damaged in one of many ways; never the same as before."""
    kind = chance.randrange(8)
    at = chance.randrange(len(good))
    some = chance.randbytes(chance.randint(1, 64))
    if kind == 0:
        return good[:at]
    if kind == 1:
        return b""
    if kind == 2:
        return chance.randbytes(chance.choice((1, 40, 90, 91, 200, len(good))))
    if kind == 3:
        return other  # the file of another kernel, as sound as its own
    if kind == 4:
        return good + some * chance.choice((1, 1000))
    if kind == 5:
        bits = bytearray(good)
        for _ in range(chance.choice((1, 1, 2, 8))):
            bits[chance.randrange(chance.choice((100, len(bits))))] ^= 1 << chance.randrange(8)
        return bytes(bits) if bytes(bits) != good else good[:-1]
    if kind == 6:
        changed = good[:at] + some + good[at + len(some) :]
        return changed if changed != good else good[:-1]
    return good[: at // 2] + good[at:] if at > 1 else good[1:]
