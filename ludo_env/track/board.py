"""The board of a race: a ring that everybody walks, and for each colour a lane to its home.

A piece's place is one number, its `progress`, counted from its colour's own entry:

    -1   0 1 2 ... gate ... ring-1   ring ... ring+lane-1   ring+lane
    YARD |------- the ring -------|  |----- the lane ----|  home (finished)

From the `gate`, the last ring square before home, the way leads into the lane. The ring squares
behind the gate can only be stood on where a rule sends pieces around (`laps`).

A `cell` is a place on the board that pieces share: the ring first (cell 0 is the entry of seat 0),
then the lanes and homes, colour by colour. Yards are not cells. Rules never calculate with either;
they look up `cell[colour, progress]`; the engine walks along `path[way, progress]`.

Inside, players are numbered 0..n-1 in the order of their seats; a `seat` is the arm they sit at.
A colour is a player's pieces. Piece k of colour c is number c * pieces + k.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ludo_env.core.errors import SpecError

# The lowest progress. Code that goes on to use a progress as an index asks `<= YARD` or `> YARD`,
# not `==`: then a compiler knows that it is no negative index, and leaves out the care for those.
YARD = -1
NOWHERE = -1
# Landings that are no places: a captive is bought back into its yard; a captive stays where it is.
RANSOM = -2
STAYS = -3

# The ways that a colour can go: into its lane at the gate, or past it and round again.
HOMEWARD, AROUND = range(2)
WAYS = 2


@dataclass(frozen=True)
class Board:
    """The equipment of a race: the ring, where colours enter and leave it, and who sits where."""

    ring: int
    entries: tuple[int, ...]  # of each arm, the cell where its pieces enter the ring
    gate: int  # the progress of the last ring square before the lane
    lane: int
    seats: tuple[int, ...]  # which arm each player sits at
    pieces: int = 4
    teams: tuple[int, ...] = ()  # of each player; empty: everybody for himself
    safe: tuple[int, ...] = ()  # cells of the ring
    corners: bool = False  # four extra squares in the inner corners of a cross

    def __post_init__(self) -> None:
        self._check()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @property
    def finish(self) -> int:
        """The progress of a finished piece."""
        return self.ring + self.lane

    @property
    def cells(self) -> int:
        """How many cells there are: the ring, and a lane and a home for each player."""
        return self.ring + self.players * (self.lane + 1)

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each player: his team, or he himself."""
        return self.teams or tuple(range(self.players))

    @property
    def arms(self) -> int:
        """How many places there are to sit at."""
        return len(self.entries)

    def table_order(self) -> list[list[int]]:
        """[player][offset] -> who sits so many arms further round, or NOWHERE if nobody does."""
        at = {seat: player for player, seat in enumerate(self.seats)}
        return [
            [at.get((seat + offset) % self.arms, NOWHERE) for offset in range(self.arms)]
            for seat in self.seats
        ]

    def entry(self, player: int) -> int:
        """The cell where a player's pieces enter."""
        return self.entries[self.seats[player]]

    def tables(self, array: Callable[..., Any]) -> Tables:
        """The board as look-up tables."""
        players = range(self.players)
        places = range(self.finish + 1)
        pairs = sum(14 << (4 * player) for player in players)
        nibble = [15 << (4 * player) for player in players]
        return Tables(
            players=self.players,
            seats=self.seats,
            pieces=self.pieces,
            ring=self.ring,
            lane=self.lane,
            gate=self.gate,
            finish=self.finish,
            sides=len(set(self.sides)),
            cell=array(
                [[self._cell(player, place) for place in places] for player in players],
                # Unsigned: a compiler then knows that a cell is no negative index.
                np.min_scalar_type(self.cells),
            ),
            path=array([[self._next(way, place) for place in places] for way in range(WAYS)]),
            sheltered=array([int(not self._open(cell)) for cell in range(self.cells)]),
            entrant=array([self._entrant(cell) for cell in range(self.cells)]),
            side=array(list(self.sides)),
            after=array([(player + 1) % self.players for player in players]),
            one=array([1 << (4 * player) for player in players]),
            friends=array([sum(nibble[p] for p in players if self._allied(p, q)) for q in players]),
            enemies=array(
                [sum(nibble[p] for p in players if not self._allied(p, q)) for q in players]
            ),
            several=array([pairs if self._open(cell) else 0 for cell in range(self.cells)]),
        )

    def _cell(self, player: int, place: int) -> int:
        if place < self.ring:
            return (self.entry(player) + place) % self.ring
        return self.ring + player * (self.lane + 1) + place - self.ring

    def _next(self, way: int, place: int) -> int:
        return self._around(place) if way == AROUND else self._onward(place)

    def _onward(self, place: int) -> int:
        """One step towards home. A ring square behind the gate counts as so many lane squares."""
        if place < self.gate:
            return place + 1
        if place < self.ring:
            return min(self.ring + place - self.gate, self.finish)
        return place + 1 if place < self.finish else NOWHERE

    def _around(self, place: int) -> int:
        """One step along the ring; in the lane there is only one way."""
        return (place + 1) % self.ring if place < self.ring else self._onward(place)

    def _open(self, cell: int) -> bool:
        return cell < self.ring and cell not in self.safe

    def _entrant(self, cell: int) -> int:
        owners = [player for player in range(self.players) if self.entry(player) == cell]
        return owners[0] if owners else NOWHERE

    def _allied(self, one: int, other: int) -> bool:
        return self.sides[one] == self.sides[other]

    def _check(self) -> None:
        wrong = [seat for seat in self.seats if not 0 <= seat < self.arms]
        if wrong:
            raise SpecError(
                f"Seat {wrong[0]} is not on this board; its seats are 0..{self.arms - 1}."
            )
        if len(set(self.seats)) != len(self.seats) or len(self.seats) < 2:
            raise SpecError(f"The seats must be two or more different ones, not {self.seats}.")
        if self.teams and len(self.teams) != len(self.seats):
            raise SpecError(f"Teams must name a side for each of {len(self.seats)} players.")
        for cell in (*self.safe, *self.entries):
            if isinstance(cell, bool) or not isinstance(cell, int) or not 0 <= cell < self.ring:
                raise SpecError(
                    f"Square {cell!r} is not on the ring; its squares are 0..{self.ring - 1}."
                )
        if not 0 <= self.gate < self.ring or self.lane < 1 or not 1 <= self.pieces <= 7:
            raise SpecError("A board needs a gate on its ring, a lane, and 1 to 7 pieces a colour.")


class Tables(NamedTuple):
    """The board as rules see it. Tables are indexed [colour, progress], [cell] or [colour]."""

    players: int
    seats: tuple[int, ...]
    pieces: int
    ring: int
    lane: int
    gate: int
    finish: int
    sides: int
    cell: Any  # [colour, progress] -> cell
    path: Any  # [way, progress] -> progress one step further, or NOWHERE
    sheltered: Any  # [cell] -> 1 where nothing is captured and nothing blocks
    entrant: Any  # [cell] -> the colour that enters here, or NOWHERE
    side: Any  # [colour] -> its side
    after: Any  # [player] -> the next player clockwise
    # A crowd is what stands on a cell: four bits per colour, the number of its pieces.
    one: Any  # [colour] -> one of its pieces
    friends: Any  # [colour] -> the bits of its side
    enemies: Any  # [colour] -> the bits of all others
    several: Any  # [cell] -> the bits set where a colour has two or more; 0 on sheltered cells


def cross(
    *,
    end_path: int = 5,
    corners: bool = False,
    arms: int = 4,
    seats: tuple[int, ...] = (0, 1, 2, 3),
    pieces: int = 4,
    teams: tuple[int, ...] = (),
    safe: tuple[int, ...] = (),
) -> Board:
    """The classic cross: arms three squares wide, a lane in the middle of each."""
    section = 2 * end_path + 3 + int(corners)
    return Board(
        ring=arms * section,
        entries=tuple(arm * section for arm in range(arms)),
        gate=arms * section - 2,
        lane=end_path,
        seats=seats,
        pieces=pieces,
        teams=teams,
        safe=safe,
        corners=corners,
    )
