"""Units on the board: the only place that writes `board`, `units` and `occupied`, so they agree."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hook
from ludo_env._families.grid.board import ATTACKER, DEFENDER, EMPTY, NOWHERE, Board
from ludo_env._families.grid.sets import HALF
from ludo_env._families.grid.state import GridState


def put(s: GridState, cell: int, unit: int) -> None:
    """Put a unit, or nothing, on a cell; the previous content is gone."""
    old = s.board[cell]
    if old != EMPTY:
        s.units[old - 1] -= 1
        turn_over(s, cell, old)
    s.board[cell] = unit
    if unit != EMPTY:
        s.units[unit - 1] += 1
        turn_over(s, cell, unit)


def turn_over(s: GridState, cell: int, unit: int) -> None:
    """Add a cell to the set of cells that units of a kind occupy, or remove it."""
    half = int(cell >= HALF)
    s.occupied[2 * (unit - 1) + half] ^= 1 << (cell - half * HALF)


def marking_occupied(cells: int) -> Hook:
    """Return derive(s): write the occupied cells of a state that has none yet."""

    def derive(s: GridState) -> None:
        for cell in range(cells):
            if s.board[cell] != EMPTY:
                turn_over(s, cell, s.board[cell])

    return derive


def role_of(s: GridState, player: int) -> int:
    """Return a player's role; before the roles are known, ATTACKER."""
    if s.attacker == NOWHERE or player == s.attacker:  # noqa: PLR1714  (no tuple in the kernel)
        return ATTACKER
    return DEFENDER


def player_of(s: GridState, role: int) -> Any:
    """Return the player of a role."""
    return s.attacker if role == ATTACKER else 1 - s.attacker


def colour_of(s: GridState, role: int) -> str:
    """Return the colour of the player who has a role; "" before the roles are known."""
    return "" if s.attacker == NOWHERE else Board.colours[player_of(s, role)]
