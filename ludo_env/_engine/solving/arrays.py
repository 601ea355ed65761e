"""The arrays of the solver's loops: they grow in place, and plain Python reads them as numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ludo_env._engine.state import Layout, Plain


def grown(array: Any, size: int) -> Any:
    """Return an array with room for `size` rows; copy its contents only if they must move."""
    # The system extends the memory in place, so there are never two copies of it.
    array.resize((size, *array.shape[1:]), refcheck=False)
    return array


def addresses(arrays: Iterable[Any]) -> Any:
    """Return the table of addresses that compiled loops read."""
    return np.array([array.ctypes.data for array in arrays], np.int64)


class Numbers:
    """An array for loops in plain Python: its numbers are Python numbers."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __getitem__(self, index: Any) -> Any:
        found = self.array[index]
        return Numbers(found) if isinstance(found, np.ndarray) else found.item()

    def __setitem__(self, index: Any, value: Any) -> None:
        self.array[index] = value


class PlainRecords:
    """States in plain Python; assigning one copies its values."""

    def __init__(self, layout: Layout, count: int) -> None:
        self._states = [layout.unpack(layout.new()) for _ in range(count)]

    def __getitem__(self, index: int) -> Plain:
        return self._states[index]

    def __setitem__(self, index: int, state: Plain) -> None:
        values = self._states[index].__dict__
        for name, value in state.__dict__.items():
            values[name] = value[:] if isinstance(value, list) else value
