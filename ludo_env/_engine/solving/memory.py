"""The memory that a solution takes, and the memory that there is."""

from __future__ import annotations

import os

# Bytes of a state beside its program: its place in the order, and either the table in which it is
# found or the numbers by which layers are found or its bounds. The largest of the three counts.
_BESIDE = 48
_WORD = 8
# Of an array that has just grown, this much is in use on average.
_SPARE = 1.15
# Where the system does not say how much there is.
_UNKNOWN = 4 << 30


def bytes_of_state(key_words: int, program: float) -> float:
    """Return about how many bytes a state takes whose program has so many words."""
    return _SPARE * (key_words * _WORD + program * 4) + _BESIDE


def available_memory() -> int:
    """Return about how many bytes can be used without swapping."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:  # noqa: PTH123
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError):
        pass
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 0.8)
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN
