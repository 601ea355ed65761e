"""Atomic writes of text files: complete or not at all."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from ludo_env._engine.errors import LudoError, cut_path


def write_whole(target: Path, text: str) -> None:
    """Write a text file that replaces an older one only when it is complete."""
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_text(text, "utf-8")
        part.replace(target)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            part.unlink()
        raise LudoError(f"{cut_path(target)} cannot be written: {reason_of(error)}.") from error


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read or written."""
    return str(getattr(error, "strerror", "") or "no file can have this name")
