"""Atomic writes of files: complete or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from ludo_env._engine.errors import LudoError, cut_path


def write_whole(target: Path, text: str) -> None:
    """Write a text file that replaces an older one only when it is complete."""
    with _part_of(target) as part:
        part.write_text(text, "utf-8")


def write_arrays(target: Path, *, compressed: bool = False, **arrays: Any) -> None:
    """Write arrays as an `.npz` file that replaces an older one only when it is complete."""
    with _part_of(target) as part, part.open("wb") as file:
        (np.savez_compressed if compressed else np.savez)(file, **arrays)


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read or written."""
    return str(getattr(error, "strerror", "") or "no file can have this name")


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """Yield a file beside the target that replaces it on success."""
    part = target.with_name(f".{target.name}.part")
    try:
        yield part
        part.replace(target)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            part.unlink()
        raise LudoError(f"{cut_path(target)} cannot be written: {reason_of(error)}.") from error
