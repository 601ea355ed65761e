"""Sets of cells: two numbers with a bit for each cell, the first for cells 0..60.

So the units of a role are listed without looking at empty cells, and two masks check a whole way. A
board has at most 121 cells, and a number of 61 bits can be shifted by one in 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludo_env._engine.rule import Hook
from ludo_env._families.grid.state import GridState

HALF = 61
WHOLE = (1 << HALF) - 1
# A bit above those of the cells. Ways that leave the board have it, and so has every set of closed
# cells; so these ways are always closed.
OUTSIDE = 1 << HALF
# The bits of a set have different remainders modulo 67, because 2 is a primitive root of 67.
_MODULUS = 67


def set_of(cells: Iterable[int]) -> tuple[int, int]:
    """Return the two numbers of a set of cells."""
    low = high = 0
    for cell in cells:
        if cell < HALF:
            low |= 1 << cell
        else:
            high |= 1 << (cell - HALF)
    return low, high


def lowest_bits() -> list[int]:
    """Return the number of each bit, by the remainder of its value modulo 67."""
    found = [0] * _MODULUS
    for bit in range(HALF):
        found[(1 << bit) % _MODULUS] = bit
    return found


def first_in(lowest: Any) -> Hook:
    """Return first(part): the number of the lowest bit in one of the two numbers, not 0."""

    def first(part: int) -> Any:
        # With the last mask the number cannot be negative, which makes the division faster.
        return lowest[(part & -part & WHOLE) % _MODULUS]

    return first


def by_cell(closed: Hook) -> Hook:
    """Return may_pass(s, role, cell) of a rule that says what it closes as a set.

    closed(s, role, half) -> the cells of a half that no unit of the role may go over. It becomes an
    attribute of the answer, so that moves need not be walked cell by cell if no other rule answers.
    """

    def may_pass(s: GridState, role: int, cell: int) -> bool:
        half = int(cell >= HALF)
        return (closed(s, role, half) >> (cell - half * HALF)) & 1 == 0  # type: ignore[no-any-return]

    may_pass.closed = closed  # type: ignore[attr-defined]
    return may_pass
