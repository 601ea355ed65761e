"""The board of a grid game: square cells, a General in the middle, a Moat, garrisons.

Cells are numbered row by row from the top left. There are two roles: Attacker and Defender. Which
player has which is part of the state, so all tables are by role. A cell holds `EMPTY`, or a unit:
the role of its owner plus one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from string import ascii_lowercase
from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.errors import SpecError
from ludo_env._families.grid import straight_lines as lines_of
from ludo_env._families.grid.sets import lowest_bits

ATTACKER, DEFENDER = range(2)
EMPTY, ATTACKING, DEFENDING = range(3)
NOWHERE = lines_of.NOWHERE

# (rows down, columns right): up, down, left, right; then the diagonals.
_STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
WAYS_IN_WORDS = (
    "up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right",
)  # fmt: skip


@dataclass(frozen=True)
class Board:
    """The geometry: the General, the Moat around it, and the garrisons of each role."""

    rows: int
    columns: int
    general: tuple[int, ...]
    moat: tuple[int, ...]
    garrisons: tuple[tuple[int, ...], ...]
    owners: tuple[int, ...]  # the role of each garrison
    diagonal: bool = False

    kind = ""
    players = 2
    colours = ("white", "black")  # of the players, whatever their roles (D-11)
    words = 2  # actions that name no cell: one for each role

    def __post_init__(self) -> None:
        self._check()

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each player: everybody plays alone."""
        return tuple(range(self.players))

    @property
    def directions(self) -> tuple[tuple[int, int], ...]:
        """The directions in which a unit can move."""
        return _STRAIGHT + _DIAGONAL if self.diagonal else _STRAIGHT

    @property
    def actions(self) -> int:
        """The actions: a move per cell and direction; a source and a target per cell; words."""
        return self.cells * (len(self.directions) + 2) + self.words

    def tables(self, array: Callable[..., Any], longest: int = 0) -> Tables:
        """Return the board as look-up tables; `longest` is the most steps of a move, or 0."""
        cells, ways = range(self.cells), len(self.directions)
        lines = lines_of.straight_lines(self.rows, self.columns, self.directions)
        # Kernels contain these tables, and most dice show less than a large board would allow.
        ended = (longest + 1) * self.cells * ways if longest else None

        def small(values: Any) -> Any:
            # All tables together should fit into part of the processor's first-level cache.
            return array(values, np.int8)

        return Tables(
            cells=self.cells,
            ways=ways,
            first_source=self.cells * ways,
            first_target=self.cells * (ways + 1),
            first_word=self.cells * (ways + 2),
            words=self.words,
            ahead=small(
                [
                    [line[1] for line in lines.reach[cell * ways : cell * ways + ways]]
                    for cell in cells
                ]
            ),
            reach=small(lines.reach),
            ends=array(lines.ends[:ended], np.uint8),
            between=array(lines.between[:ended], np.int64),
            lowest=array(lowest_bits(), np.uint8),
            general=small([int(cell in self.general) for cell in cells]),
            moat=small([int(cell in self.moat) for cell in cells]),
            garrison=small([self._garrison(cell) for cell in cells]),
            ground=small([self._ground(cell) for cell in cells]),
        )

    def cell(self, row: int, column: int) -> int:
        """Return the number of a cell."""
        return row * self.columns + column

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell."""
        return divmod(cell, self.columns)

    def name(self, cell: int) -> str:
        """Return the name of a cell as on a chessboard: the lower left one is a1."""
        row, column = self.place(cell)
        return f"{self.column_name(column)}{self.row_name(row)}"

    def column_name(self, column: int) -> str:
        """Return the letter of a column; after z two letters, as in spreadsheets."""
        before, letter = divmod(column, len(ascii_lowercase))
        return (self.column_name(before - 1) if before else "") + ascii_lowercase[letter]

    def row_name(self, row: int) -> str:
        """Return the number of a row, counted from the lower edge."""
        return str(self.rows - row)

    def _garrison(self, cell: int) -> int:
        return next((n for n, cells in enumerate(self.garrisons) if cell in cells), NOWHERE)

    def _ground(self, cell: int) -> int:
        garrison = self._garrison(cell)
        return EMPTY if garrison == NOWHERE else self.owners[garrison] + 1

    def _check(self) -> None:
        if not (2 <= self.rows <= 11 and 2 <= self.columns <= 11):
            raise SpecError("A grid has 2 to 11 rows and columns.")
        special = [*self.general, *self.moat, *chain.from_iterable(self.garrisons)]
        if any(not 0 <= cell < self.cells for cell in special) or len({*special}) != len(special):
            raise SpecError("General, Moat and garrisons are different cells of the grid.")
        if len(self.owners) != len(self.garrisons) or not {*self.owners} <= {ATTACKER, DEFENDER}:
            raise SpecError("Each garrison is owned by role 0, the Attacker, or 1, the Defender.")


class Tables(NamedTuple):
    """The board as rules see it: tables by cell, and the first action of each kind."""

    cells: int
    ways: int
    first_source: int  # actions below are moves: cell * ways + way
    first_target: int
    first_word: int
    words: int
    ahead: Any  # [cell, way] -> the next cell that way, or NOWHERE
    reach: Any  # [cell * ways + way, steps] -> the cell that many steps away, or NOWHERE
    # [(steps * cells + cell) * ways + way] -> the same; the cell itself if the board is too small
    ends: Any
    between: (
        Any  # [the same, half] -> the cells on the way there, as a set; OUTSIDE if it is too small
    )
    lowest: Any  # [a bit % 67] -> its number; see `sets`
    general: Any  # [cell] -> 1 on the General
    moat: Any  # [cell] -> 1 in the Moat
    garrison: Any  # [cell] -> the number of the garrison, or NOWHERE
    ground: Any  # [cell] -> the units whose garrison it is, or EMPTY


def generals_board(diagonal: bool = False) -> Board:
    """Return a ten by ten board: General in the middle, Moat around, garrisons in the corners."""
    size, last = 10, 9
    corner = [(row, column) for row in range(3) for column in range(3 - row)]
    middle = [size * row + column for row in range(3, 7) for column in range(3, 7)]
    general = (44, 45, 54, 55)
    return Board(
        rows=size,
        columns=size,
        general=general,
        moat=tuple(cell for cell in middle if cell not in general),
        garrisons=tuple(
            tuple(sorted(size * abs(down - row) + abs(right - column) for row, column in corner))
            for down in (0, last)
            for right in (0, last)
        ),
        owners=(ATTACKER, ATTACKER, DEFENDER, DEFENDER),
        diagonal=diagonal,
    )
