"""Numbers of things in words."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """Return a number of things: "1 move", "2 moves"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
