"""The state of a grid game as rules see it, for readers and type checkers, not for run time.

A rule with fields of its own declares them in a protocol of its own::

    class Shot(GridState, Protocol):
        shot: int
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Protocol, TypeAlias

# A field per cell, role or player: a list in plain Python, an array when compiled.
Numbers: TypeAlias = MutableSequence[int]


class GridState(Protocol):
    """The fields that every grid game has; `_families/grid/family.py` declares them."""

    phase: int  # DIE, TOSS, DECIDE, OVER or STOPPED
    seat: int  # the player to act
    winner: int  # a player, or NOBODY
    opening: int  # 1 before the first turn
    sides: int  # outcomes of the pending chance event
    board: Numbers  # of each cell: EMPTY, ATTACKING or DEFENDING
    units: Numbers  # of each role: its units on the board
    occupied: Numbers  # of each role: the cells of its units, in two numbers; see `sets`
    attacker: int  # the player who attacks, or NOBODY
    stage: int  # what the player to act must decide
    die: int
    source: int  # the first cell of a choice in several steps, or NOWHERE
    played: int  # 1 if the turn goes on after an action
    rerolls: int  # unusable dice of this turn


class HitState(GridState, Protocol):
    """A grid game in which the General can be hit."""

    hits: int
