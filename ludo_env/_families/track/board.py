"""The board of a race on a ring that all colours share, with a lane home for each.

    -1   0 1 2 ... gate ... ring-1   ring ... ring+lane-1   ring+lane
    YARD |------- the ring -------|  |----- the lane ----|  home (finished)

From the `gate`, the last ring square before home, the way leads into the lane. The ring squares
behind the gate are reached only where a rule sends pieces around or backwards (`laps`).
Cells: the ring first (cell 0 is the entry of seat 0), then the lanes and homes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import SpecError, quoted
from ludo_env._families.track.seating import MOST_PLAYERS, Seating
from ludo_env._families.track.tables import AROUND, BACKWARD, NOWHERE, WAYS, Tables

MOST_ARMS = MOST_PLAYERS
MOST_SQUARES = 1000  # of a ring


@dataclass(frozen=True)
class Board(Seating):
    """The geometry of a race: the ring, where colours enter and leave it, and who sits where."""

    kind: ClassVar[str] = ""

    ring: int
    entries: tuple[int, ...]  # the cell where the pieces of each arm enter the ring
    gate: int  # the progress of the last ring square before the lane
    lane: int
    seats: tuple[int, ...]  # the arm of each player
    pieces: int = 4
    teams: tuple[int, ...] = ()  # the side of each player; empty: no teams
    safe: tuple[int, ...] = ()  # cells of the ring
    corners: bool = False  # four extra squares in the inner corners of a cross
    markers: tuple[int, ...] = ()  # number of pieces of each player; empty: `pieces` each

    def __post_init__(self) -> None:
        self._check()

    @property
    def finish(self) -> int:
        """The progress of a finished piece."""
        return self.ring + self.lane

    @property
    def cells(self) -> int:
        """The number of cells: the ring, and a lane and a home for each player."""
        return self.ring + self.players * (self.lane + 1)

    @property
    def arms(self) -> int:
        """The number of seats at the board."""
        return len(self.entries)

    @property
    def safe_cells(self) -> frozenset[int]:
        """The cells where pieces are safe."""
        return frozenset(self.safe)

    def entry(self, player: int) -> int:
        """Return the cell where a player's pieces enter."""
        return self.entries[self.seats[player]]

    def word(self, player: int, place: int) -> str:
        """Return a place on the board as position texts write it."""
        return f"h{place - self.ring}" if place >= self.ring else str(place)

    def places(self, player: int, laps: bool) -> dict[str, int]:
        """Return every word for a place of a player's pieces; with `laps`, also behind the gate."""
        reached = [*range(self.ring if laps else self.gate + 1), *range(self.ring, self.finish)]
        return {self.word(player, place): place for place in reached}

    def places_in_words(self, laps: bool) -> str:
        """Return the same words, for a sentence."""
        return f"0..{self.ring - 1 if laps else self.gate}, h0..h{self.lane - 1}"

    def edges(self) -> list[tuple[int, int]]:
        """Return the steps from cell to cell, for drawing the board."""
        steps = [(cell, (cell + 1) % self.ring) for cell in range(self.ring)]
        for player in range(self.players):
            way = [self.gate, *range(self.ring, self.finish + 1)]
            cells = [self._cell(player, place) for place in way]
            steps += list(pairwise(cells))
        return steps

    def tables(self, array: Callable[..., Any], owners: bool = False) -> Tables:
        """Return the board as look-up tables; with `owners`, pieces can change owners."""
        players, places, cells = range(self.players), range(self.finish + 1), range(self.cells)
        cell = [[self._cell(player, place) for place in places] for player in players]
        place_at = [{square: place for place, square in enumerate(row)} for row in cell]
        entries = [self.entry(player) for player in players]
        return Tables(
            **self.seat_tables(array, owners),
            **self.crowd_tables(array, owners, entries, [self._open(square) for square in cells]),
            ring=self.ring,
            lane=self.lane,
            gate=self.gate,
            finish=self.finish,
            names=tuple(map(str, cells)),
            # Unsigned: a compiler then knows that a cell is never a negative index.
            cell=array(cell, np.min_scalar_type(self.cells)),
            place_at=array([[row.get(square, NOWHERE) for square in cells] for row in place_at]),
            path=array([[self._next(way, place) for place in places] for way in range(WAYS)]),
            sheltered=array([int(not self._open(cell)) for cell in cells]),
        )

    def _cell(self, player: int, place: int) -> int:
        if place < self.ring:
            return (self.entry(player) + place) % self.ring
        return self.ring + player * (self.lane + 1) + place - self.ring

    def _next(self, way: int, place: int) -> int:
        if way == BACKWARD:
            return self._behind(place)
        return self._around(place) if way == AROUND else self._onward(place)

    def _onward(self, place: int) -> int:
        """Return one step towards home. A ring square behind the gate counts as a lane square."""
        if place < self.gate:
            return place + 1
        if place < self.ring:
            return min(self.ring + place - self.gate, self.finish)
        return place + 1 if place < self.finish else NOWHERE

    def _around(self, place: int) -> int:
        """Return one step along the ring; in the lane there is only one way."""
        return (place + 1) % self.ring if place < self.ring else self._onward(place)

    def _behind(self, place: int) -> int:
        """Return one step back: out of the lane through the gate, and round the ring."""
        if place == self.ring:
            return self.gate
        return place - 1 if place > 0 else self.ring - 1

    def _open(self, cell: int) -> bool:
        return cell < self.ring and cell not in self.safe

    def _check(self) -> None:
        if not 1 <= self.arms <= MOST_ARMS or len(set(self.entries)) != self.arms:
            raise SpecError(
                f"A board has 1 to {MOST_ARMS} arms (a limit of this library), each with an entry "
                f"of its own, not {quoted(self.entries)}."
            )
        self.check_seats()
        if self.ring > MOST_SQUARES or self.cells > 2 * MOST_SQUARES:
            raise SpecError(
                f"A ring has at most {MOST_SQUARES} squares, and twice as many with its lanes; not "
                f"{quoted(self.ring)} and {quoted(self.cells)}."
            )
        for cell in (*self.safe, *self.entries):
            if not is_whole(cell, 0, self.ring - 1):
                raise SpecError(
                    f"Square {quoted(cell)} is not on the ring; its squares are 0..{self.ring - 1}."
                )
        if not 0 <= self.gate < self.ring or self.lane < 1:
            raise SpecError(
                f"A board needs a gate on its ring, 0..{self.ring - 1}, and a lane of 1 or more; "
                f"not gate={quoted(self.gate)} and lane={quoted(self.lane)}."
            )


def cross(
    *,
    end_path: int = 5,
    corners: bool = False,
    arms: int = 4,
    seats: tuple[int, ...] = (),
    pieces: int = 4,
    markers: tuple[int, ...] = (),
    teams: tuple[int, ...] = (),
    safe: tuple[int, ...] = (),
) -> Board:
    """Make the classic cross: arms three squares wide, with a lane in the middle of each."""
    _check_arms(arms)
    if not isinstance(end_path, int) or end_path < 1:
        raise SpecError(f"end_path is a whole number from 1, not {quoted(end_path)}.")
    section = 2 * end_path + 3 + int(corners)
    return Board(
        ring=arms * section,
        entries=tuple(arm * section for arm in range(arms)),
        gate=arms * section - 2,
        lane=end_path,
        seats=seats or tuple(range(arms)),
        pieces=pieces,
        markers=markers,
        teams=teams,
        safe=safe,
        corners=corners,
    )


def ring(
    *,
    length: int,
    lane: int,
    arms: int = 4,
    entries: tuple[int, ...] = (),
    gate: int | None = None,
    seats: tuple[int, ...] = (),
    pieces: int = 4,
    markers: tuple[int, ...] = (),
    teams: tuple[int, ...] = (),
    safe: tuple[int, ...] = (),
) -> Board:
    """Make a ring; by default entries are evenly spread, and the gate is the last square."""
    _check_arms(len(entries) or arms)
    places = entries or tuple(length * arm // arms for arm in range(arms))
    return Board(
        ring=length,
        entries=places,
        gate=length - 1 if gate is None else gate,
        lane=lane,
        seats=seats or tuple(range(len(places))),
        pieces=pieces,
        markers=markers,
        teams=teams,
        safe=safe,
    )


def _check_arms(arms: int) -> None:
    if not is_whole(arms, 1, MOST_ARMS):
        raise SpecError(
            f"A board has 1 to {MOST_ARMS} arms (a limit of this library), not {quoted(arms)}."
        )
