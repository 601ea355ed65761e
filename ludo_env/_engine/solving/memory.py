"""The memory that a solution needs, and the memory that is available."""

from __future__ import annotations

import os

# Bytes of a state beside its program and its words: while states are found, and while programs are
# put into the order of the sweeps, when there are two of each.
_FINDING, _ORDERING = 48, 32
_WORD = 8
# Of an array that has just grown, this much is in use on average.
_SPARE = 1.15
# Assumed where the system does not report its memory.
_UNKNOWN = 4 << 30


def bytes_of_state(key_words: int, program: float) -> float:
    """Return about how many bytes a state takes; `program` is the length of its program."""
    finding = _SPARE * (key_words * _WORD + program * 4) + _FINDING
    return max(finding, key_words * _WORD + 2 * program * 4 + _ORDERING)


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
