"""The state of a race as rules see it, for readers and type checkers; it is not used at run time.

A rule with fields of its own declares them in a protocol of its own::

    class Bag(RaceState, Protocol):
        bag_sixes: int
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Protocol, TypeAlias

# A field per piece, player, cell or die: a list in plain Python, an array when compiled.
Numbers: TypeAlias = MutableSequence[int]


class RaceState(Protocol):
    """The fields that every race has; `_families/track/family.py` declares them."""

    phase: int  # DIE, TOSS, DECIDE, OVER or STOPPED
    seat: int  # the player to act
    winner: int  # a side, or NOBODY
    opening: int  # 1 before the first turn
    sides: int  # outcomes of the pending chance event
    progress: Numbers  # of each piece, counted from its colour's own entry
    crowd: Numbers  # of each cell: the number of pieces of each colour, four bits each
    crowds: Numbers  # the same on wide boards: a number per cell and colour
    walls: int  # ring squares with two or more pieces of a colour, in games that keep them
    taken: int  # ring squares with any pieces, in games that keep them
    colour: int  # the player whose pieces the player to act moves
    pending: int  # dice still to be thrown
    played: int  # 1 after the first move of a turn
    bonus: int  # 1 if the turn has earned another roll
