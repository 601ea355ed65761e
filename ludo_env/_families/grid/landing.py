"""Where a move of a unit ends: exactly as many cells straight on as the die says.

The code walks a way cell by cell and asks `may_pass` about each cell. If a single rule answers it
and gives the closed cells as a set, `lands` compares all cells of the way with that set at once.
"""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._engine.rule import Hook
from ludo_env._families.grid.board import NOWHERE, Tables
from ludo_env._families.grid.laws import Laws
from ludo_env._families.grid.sets import OUTSIDE
from ludo_env._families.grid.state import GridState


class Landing(NamedTuple):
    """The functions that say where moves end."""

    landing: Hook  # landing(s, role, cell, way) -> the cell where a unit's move ends, or NOWHERE
    # closed(s, role, half) -> what `lands` takes as low (half 0) and high (half 1) in this state
    closed: Hook
    # lands(s, role, cell, way, die, low, high) -> 1 if `landing` is a cell, else 0
    lands: Hook


def landing_of(board: Tables, laws: Laws) -> Landing:
    """Return the functions that say where the moves of a game end."""
    walk = _walking(board, laws)
    closed = getattr(laws.may_pass, "closed", None)
    if closed is None:
        return Landing(walk, _nothing, _landing_by_walk(walk))
    return Landing(walk, _closing(closed), _landing_by_set(board, laws))


def ending(board: Tables) -> Hook:
    """Return ends(s, action): where a legal move ends."""
    reach = board.reach

    def ends(s: GridState, action: int) -> int:
        return reach[action, s.die]  # type: ignore[no-any-return]

    return ends


def _walking(board: Tables, laws: Laws) -> Hook:
    """Return landing(s, role, cell, way), which goes cell by cell."""
    ways, ahead, reach = board.ways, board.ahead, board.reach
    may_pass, may_land = laws.may_pass, laws.may_land

    def landing(s: GridState, role: int, cell: int, way: int) -> int:
        """Return the cell exactly as many cells straight on as the die says, or NOWHERE."""
        target = reach[cell * ways + way, s.die]
        if target < 0 or not may_land(s, role, target):
            return NOWHERE
        cell = ahead[cell, way]
        while cell != target:
            if not may_pass(s, role, cell):
                return NOWHERE
            cell = ahead[cell, way]
        return target  # type: ignore[no-any-return]

    return landing


def _landing_by_walk(walk: Hook) -> Hook:
    def lands(s: GridState, role: int, cell: int, way: int, die: int, low: int, high: int) -> int:
        return int(walk(s, role, cell, way) >= 0)

    return lands


def _landing_by_set(board: Tables, laws: Laws) -> Hook:
    cells, ways, between, ends = board.cells, board.ways, board.between, board.ends
    may_land = laws.may_land

    def lands(s: GridState, role: int, cell: int, way: int, die: int, low: int, high: int) -> int:
        line = (die * cells + cell) * ways + way
        # Without branches, which a processor could not predict.
        shut = (between[line, 0] & low) | (between[line, 1] & high)
        return int(may_land(s, role, ends[line])) & int(shut == 0)

    return lands


def _closing(closed: Hook) -> Hook:
    """Return closing(s, role, half): the closed cells, and the bit of ways that leave the board."""

    def closing(s: GridState, role: int, half: int) -> int:
        return closed(s, role, half) | OUTSIDE  # type: ignore[no-any-return]

    return closing


def _nothing(s: GridState, role: int, half: int) -> int:
    return 0
