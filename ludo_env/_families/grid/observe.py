"""Observations: the grid from the viewer's side, own units against enemy units; nothing is hidden.

Before the roles are known both players see the board as the Attacker will.

cells     own units, enemy units, General, Moat, own garrisons, enemy garrisons, and what a pending
          choice is about: the unit that is to be garrisoned, or the units that can be converted
numbers   I am the Attacker; I am to act; the die (6), the stage (4: toss, move, garrison, convert),
          what the rules remember, in their order: hits (0, 1, 2), may garrison (I, the enemy), the
          Offensive Special is left; own units / 12, enemy units / 12

planes    float32 (7 + 20, rows, columns): a plane for each of `cells`, and one for each number
features  float32: `cells` one after the other, plane by plane, then the numbers
compact   int8: each cell 0 empty, 1 own, 2 enemy; then the numbers, undivided and not one-hot, and
          the cell that a pending choice is about, plus one
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludo_env._engine.family import DECIDE, Style
from ludo_env._engine.features import field_columns, field_writer, offsets, total
from ludo_env._engine.rule import Hook
from ludo_env._engine.state import Layout
from ludo_env._families.grid.board import (
    ATTACKER,
    ATTACKING,
    DEFENDER,
    EMPTY,
    NOWHERE,
    Board,
    Tables,
)
from ludo_env._families.grid.questions import CONVERT_STAGE
from ludo_env._families.grid.state import GridState
from ludo_env._families.grid.units import role_of

Array = Callable[..., Any]

PLANES = ("own", "enemy", "general", "moat", "own garrisons", "enemy garrisons", "pending")
STAGES = 4


def planes(board: Board, tables: Tables, layout: Layout, array: Array) -> Style:
    """Planes for a convolutional network; a number fills a plane."""
    cells, numbers = tables.cells, _numbers(layout, scaled=True)
    first, width = len(PLANES), total(numbers)
    write_units, write_pending = _unit_writer(tables), _pending_writer(tables)
    # The numbers are first written into the planes of the units and copied from there into their
    # own planes. The planes of the units are written last.
    kept = width <= 2 * cells
    write_ground = _ground_writer(board, tables, array, kept=kept)
    write_numbers = _number_writer(board, layout, array, 0, scaled=True)

    def write(s: GridState, viewer: int, mask: Any, row: Any) -> None:
        row[:width] = 0
        write_numbers(s, viewer, row)
        for number in range(width):
            value, at = row[number], (first + number) * cells
            if row[at] != value:
                row[at : at + cells] = value
        role = role_of(s, viewer)
        write_ground(role, row)
        write_units(s, role, row)
        row[6 * cells : 7 * cells] = 0
        write_pending(s, row)

    shape = (first + width, board.rows, board.columns)
    columns = tuple((name, cells) for name in PLANES)
    columns += tuple((name, cells * size) for name, size in numbers)
    return Style(np.float32, shape, 0, 2, columns, write, renews=True)


def features(board: Board, tables: Tables, layout: Layout, array: Array) -> Style:
    """The contents of `planes` as one row, each number once."""
    cells = tables.cells
    columns = (*((name, cells) for name in PLANES), *_numbers(layout, scaled=True))
    write_cells = _cell_writer(board, tables, array)
    write_numbers = _number_writer(board, layout, array, len(PLANES) * cells, scaled=True)

    def write(s: GridState, viewer: int, mask: Any, row: Any) -> None:
        write_cells(s, viewer, row)
        write_numbers(s, viewer, row)

    return Style(np.float32, (total(columns),), 0, 2, columns, write)


def compact(board: Board, tables: Tables, layout: Layout, array: Array) -> Style:
    """The smallest row with complete information: small whole numbers."""
    cells = tables.cells
    columns = (("cells", cells), *_numbers(layout, scaled=False), ("source", 1))
    write_numbers = _number_writer(board, layout, array, cells, scaled=False)
    at_source = total(columns) - 1

    def write(s: GridState, viewer: int, mask: Any, row: Any) -> None:
        own = role_of(s, viewer) + 1
        for cell in range(cells):
            unit = s.board[cell]
            if unit != EMPTY:
                row[cell] = 1 if unit == own else 2
        write_numbers(s, viewer, row)
        row[at_source] = s.source + 1

    return Style(np.int8, (total(columns),), 0, 127, columns, write)


def _cell_writer(board: Board, tables: Tables, array: Array) -> Hook:
    """Return write(s, viewer, row): write the planes of everything that is visible by cell."""
    write_units, write_pending = _unit_writer(tables), _pending_writer(tables)
    write_ground = _ground_writer(board, tables, array, kept=False)

    def write(s: GridState, viewer: int, row: Any) -> None:
        role = role_of(s, viewer)
        write_ground(role, row)
        write_units(s, role, row)
        write_pending(s, row)

    return write


def _unit_writer(tables: Tables) -> Hook:
    """Return write(s, role, row): write the planes of the units."""
    cells = tables.cells

    def write(s: GridState, role: int, row: Any) -> None:
        # Without branches, which a processor could not predict.
        for cell in range(cells):
            row[cell] = s.board[cell] == role + 1
        for cell in range(cells):
            row[cells + cell] = s.board[cell] == 2 - role

    return write


def _pending_writer(tables: Tables) -> Hook:
    """Return write(s, row): mark what a pending choice is about, in a plane of zeros."""
    cells, garrison = tables.cells, tables.garrison

    def write(s: GridState, row: Any) -> None:
        if s.source != NOWHERE:
            for cell in range(cells):
                if pending(s, cell):
                    row[6 * cells + cell] = 1

    def pending(s: GridState, cell: int) -> Any:
        if s.stage == CONVERT_STAGE:
            return s.board[cell] == ATTACKING and garrison[cell] == garrison[s.source]
        return cell == s.source

    return write


def _ground_writer(board: Board, tables: Tables, array: Array, *, kept: bool) -> Hook:
    """Return write(role, row): write the planes that are always the same for a role.

    These are General, Moat, own garrisons and enemy garrisons. With `kept`, the row contains zeros
    or what was written before, and only what differs is written.
    """
    cells, planes_of = tables.cells, [_ground(board, role) for role in (ATTACKER, DEFENDER)]
    ground, still, first = array(planes_of, np.float32), 4 * cells, 2 * cells
    # An index that is 1 for this role alone; and one of the General or the Moat, if there is any.
    own = [
        next((at for at in range(first, still) if here[at] > there[at]), NOWHERE)
        for here, there in (planes_of, planes_of[::-1])
    ]
    common = next((at for at in range(first) if planes_of[ATTACKER][at]), NOWHERE)
    marks = array([first + at for at in own], np.int64)

    def write_all(role: int, row: Any) -> None:
        for at in range(still):
            row[first + at] = ground[role, at]

    def write_changed(role: int, row: Any) -> None:
        if row[marks[role]] == 0:
            begun = common == NOWHERE or row[first + common] != 0
            for at in range(first if begun else 0, still):
                row[first + at] = ground[role, at]

    return write_changed if kept and NOWHERE not in own else write_all


def _ground(board: Board, role: int) -> list[int]:
    """Return the planes of the General, the Moat, and the garrisons of a role and of the other."""
    own, enemy = (
        {
            cell
            for at, cells in enumerate(board.garrisons)
            if board.owners[at] == who
            for cell in cells
        }
        for who in (role, 1 - role)
    )
    return [
        int(cell in where)
        for where in (board.general, board.moat, own, enemy)
        for cell in range(board.cells)
    ]


def _numbers(layout: Layout, scaled: bool) -> tuple[tuple[str, int], ...]:
    faces = layout.fields["die"].high if scaled else 1
    return (
        ("attacker", 1),
        ("to_act", 1),
        ("die", faces),
        ("stage", STAGES if scaled else 1),
        *field_columns(layout, Board.players, scaled),
        ("own units", 1),
        ("enemy units", 1),
    )


def _number_writer(board: Board, layout: Layout, array: Array, first: int, scaled: bool) -> Hook:
    """Return write(s, viewer, row): write the numbers, from index `first` of the row on."""
    start = {name: first + at for name, at in offsets(_numbers(layout, scaled)).items()}
    order = array([[0, 1], [1, 0]])
    write_fields = field_writer(layout, start, order, Board.players, scaled, role_of)
    at_die, at_stage, at_units = start["die"], start["stage"], start["own units"]
    full = sum(map(len, board.garrisons)) / Board.players

    def write(s: GridState, viewer: int, row: Any) -> None:
        role = role_of(s, viewer)
        row[first] = s.attacker == viewer
        row[first + 1] = s.seat == viewer and s.phase == DECIDE
        if scaled:
            if s.die > 0:
                row[at_die + s.die - 1] = 1
            row[at_stage + s.stage] = 1
            row[at_units] = s.units[role] / full
            row[at_units + 1] = s.units[1 - role] / full
        else:
            row[at_die] = s.die
            row[at_stage] = s.stage
            row[at_units] = s.units[role]
            row[at_units + 1] = s.units[1 - role]
        write_fields(s, viewer, row)

    return write
