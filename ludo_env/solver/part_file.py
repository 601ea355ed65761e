"""The file of an unfinished solution: the bounds, and the layer at work.

When the work goes on, the states are found again in the same order, which takes much less time than
the sweeps. A checksum of the states shows that the bounds belong to them.
"""

from __future__ import annotations

import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._engine.solving.layers import Bounds
from ludo_env._engine.whole_file import reason_of


class PartFile:
    """The file, and the bounds that it keeps; if the file exists, its bounds are read."""

    def __init__(self, path: Path, bounds: Bounds) -> None:
        self.path, self.bounds = path, bounds
        graph = bounds.graph
        parts: tuple[Any, ...] = (graph.keys, graph.code, graph.offsets)
        # Programs become shorter as bounds tighten, so the checksums are calculated now.
        self._states = np.array([crc32(part.view(np.uint8)) for part in parts], np.int64)
        if path.exists():
            self._take_on()

    def keep(self) -> None:
        """Write the bounds; the older file is replaced when the new one is complete."""
        path, bounds = self.path, self.bounds
        part = path.with_name(f".{path.name}.new")
        try:
            with part.open("wb") as file:
                np.savez(
                    file, bounds=bounds.values, states=self._states, layer=np.int64(bounds.layer)
                )
            part.replace(path)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            raise LudoError(f"{cut_path(path)} cannot be written: {reason_of(error)}.") from error

    def remove(self) -> None:
        """Remove the file, which is no longer needed."""
        with suppress(OSError):
            self.path.unlink()

    def _take_on(self) -> None:
        path, bounds = self.path, self.bounds
        try:
            with np.load(path, allow_pickle=False) as kept:
                same = (kept["states"] == self._states).all()
                values, layer = kept["bounds"], int(kept["layer"])
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise LudoError(
                f"{cut_path(path)} is not a file of a solution at work; remove it to begin anew."
            ) from error
        if not same or values.shape != bounds.values.shape:
            raise LudoError(
                f"{cut_path(path)} is of another game or other rules; remove it to begin anew."
            )
        bounds.values[:] = values
        bounds.begin_at(layer)
