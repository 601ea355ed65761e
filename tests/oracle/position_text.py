"""What the models read alike in position texts."""

from __future__ import annotations


def number_from_text(text: str, low: int, high: int) -> int:
    """A whole number in plain digits, from low to high."""
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        raise ValueError(f"not a number from {low} to {high}: {text!r}")
    return int(text)
