"""Marks that a rule adds to the picture of a game: its answer to `overlay`, as plain data.

A mark says what to show, not how it looks; the painters draw each kind.
"""

from __future__ import annotations

from typing import NamedTuple

# The kinds, and the meaning of `at` and `of` for each.
CAPTURED = "captured"  # a token in the middle of the yard of player `at`
CAPTIVE = "captive"  # piece `at` is a prisoner of player `of`
LOCKED = "locked"  # piece `at` must not move any more in this turn
BONUS = "bonus"  # a move that ends on cell `at` earns another roll
LABEL = "label"  # on cell `at` is written: the words
JUMP = "jump"  # from cell `at` pieces are carried to cell `of`
HIT = "hit"  # the General was hit `at` times of `of`
NOTE = "note"  # something to know about player (or role) `at`: the words


class Mark(NamedTuple):
    """A mark on the picture: its kind, and where, by numbers that the kind explains."""

    kind: str
    at: int
    of: int = -1
    words: str = ""


Marks = tuple[Mark, ...]
