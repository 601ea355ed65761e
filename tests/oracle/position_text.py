"""Functions with which all models read position texts."""

from __future__ import annotations


def number_from_text(text: str, low: int, high: int) -> int:
    """Read a whole number in plain digits, between low and high."""
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        raise ValueError(f"not a number from {low} to {high}: {text!r}")
    return int(text)
