"""Read-only arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a view of an array that cannot be written, nor made writable again."""
    memory = memoryview(array.data).cast("B").toreadonly()
    return np.frombuffer(memory, array.dtype).reshape(array.shape)
