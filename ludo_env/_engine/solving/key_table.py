"""Packed states, and the table in which they are found; both grow."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import mix
from ludo_env._engine.solving.arrays import Numbers, grown
from ludo_env._engine.solving.notices import LONGEST
from ludo_env._engine.solving.state_table import placing_keys

# Arrays grow by a quarter.
_GROWTH = 1.25
# States that are placed at once.
_PART = 1 << 20


class KeyTable:
    """Rows of words, of which the first ones are known, and a table of their numbers from 1."""

    def __init__(self, words: int, rows: int) -> None:
        self.keys = np.zeros((rows, words), np.int64)
        self.table = np.zeros(2 * rows, np.uint32)
        self._place_of = placing_keys(words)

    def make_room(self, known: int) -> None:
        """Make room for the states that a program can add."""
        if len(self.keys) - known <= LONGEST:
            grown(self.keys, int(len(self.keys) * _GROWTH) + LONGEST)
        if len(self.table) // 2 - known <= LONGEST:
            slots = len(self.table) * 2
            self.table = np.zeros(0, np.uint32)
            self.table = table_of(self.keys[:known], slots)

    def add(self, known: int) -> bool:
        """Put the row after the last one into the table; return whether it is new."""
        keys, table = Numbers(self.keys), Numbers(self.table)
        return bool(self._place_of(keys, table, known, len(self.table)) == known)

    def finish(self, known: int) -> None:
        """Free what only the enumeration needs."""
        self.table = np.zeros(0, np.uint32)
        grown(self.keys, known)


def table_of(keys: npt.NDArray[np.int64], slots: int) -> npt.NDArray[np.uint32]:
    """Return a table in which these packed states are found."""
    hashes = np.empty(len(keys), np.uint32)
    for start in range(0, len(keys), _PART):
        hashes[start : start + _PART] = _hashed(keys[start : start + _PART])
    table = np.zeros(slots, np.uint32)
    _place(table, hashes)
    return table


def _hashed(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.uint32]:
    """Return the hashes of many states; computed as in `hashing`."""
    found = np.zeros(len(keys), np.uint64)
    low = np.uint64(0xFFFFFFFF)
    for word in range(keys.shape[1]):
        part = keys[:, word].astype(np.uint64)
        found = _mixed((part ^ found) & low)
        found = _mixed(((part >> np.uint64(32)) + found) & low)
    return found.astype(np.uint32)


def _mixed(word: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    return mix(word)  # type: ignore[arg-type,return-value]


def _place(table: npt.NDArray[np.uint32], hashes: npt.NDArray[np.uint32]) -> None:
    """Put states into a table by their hashes, each into the first free place from its own on."""
    waiting = np.arange(len(hashes), dtype=np.uint32)
    slots = hashes & np.uint32(len(table) - 1)
    while len(waiting):
        free = table[slots] == 0
        # Of several states for one place the last one gets it.
        table[slots[free]] = waiting[free] + np.uint32(1)
        left = table[slots] != waiting + np.uint32(1)
        waiting, slots = waiting[left], (slots[left] + np.uint32(1)) & np.uint32(len(table) - 1)
