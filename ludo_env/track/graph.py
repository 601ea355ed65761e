"""The board of a race on any tiles: ways that part and meet, one-way streets, doors and lanes.

A tile that only one colour can reach belongs to its lane; the others are shared. From wherever a
piece of a colour can come, its home must be within reach (the doors taken as open).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ludo_env.core.errors import SpecError, nearest
from ludo_env.track.paths import Edge, edges_of, point_of
from ludo_env.track.seating import MOST_PLAYERS, Seating
from ludo_env.track.tables import NOWHERE, Tables

MOST_TILES = 500
# Prisoners are written so.
_PRISON = re.compile(r"x\d+")
# A move of more steps than this is none.
LONGEST = 127
# More ways than this to go so many steps need not be counted.
_MANY = 2**20


@dataclass(frozen=True)
class GraphBoard(Seating):
    """Tiles by name, the ways between them, and who sits where."""

    kind: ClassVar[str] = "graph"

    paths: tuple[str, ...]
    entries: tuple[str, ...]  # of each arm, the tile where its pieces enter
    homes: tuple[str, ...]  # of each arm, the tile where they are home
    seats: tuple[int, ...] = ()  # which arm each player sits at; empty: all
    pieces: int = 4
    markers: tuple[int, ...] = ()  # of each player, how many pieces; empty: `pieces` each
    teams: tuple[int, ...] = ()  # of each player; empty: everybody for himself
    safe: tuple[str, ...] = ()  # tiles where nothing is captured and nothing blocks
    points: tuple[str, ...] = ()  # where to draw tiles, "a0 3 4.5"; the others find their place

    def __post_init__(self) -> None:
        if not self.seats:
            object.__setattr__(self, "seats", tuple(range(len(self.entries))))
        self._check()

    @property
    def arms(self) -> int:
        """How many places there are to sit at."""
        return len(self.entries)

    @cached_property
    def edges_by_name(self) -> tuple[Edge, ...]:
        """Every step from tile to tile, as the paths say it."""
        return tuple(edge for line in self.paths for edge in edges_of(line))

    @cached_property
    def tiles(self) -> tuple[str, ...]:
        """All tiles, in the order in which the paths name them."""
        ends = (name for edge in self.edges_by_name for name in (edge.start, edge.end))
        return tuple(dict.fromkeys(ends))

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """The tiles that are no one colour's own."""
        own = {tile for player in range(self.players) for tile in self._own(player)}
        homes = {self._home(player) for player in range(self.players)}
        return tuple(tile for tile in self.tiles if tile not in own | homes)

    @property
    def ring(self) -> int:
        """How many tiles are shared."""
        return len(self.shared)

    @cached_property
    def lane(self) -> int:
        """The most tiles that a colour has for itself, its home left out."""
        return max(len(self._own(player)) for player in range(self.players))

    @property
    def gate(self) -> int:
        """Where on a ring the lane would begin: behind all that is shared."""
        return self.ring - 1

    @property
    def finish(self) -> int:
        """The progress of a finished piece."""
        return self.ring + self.lane

    @property
    def cells(self) -> int:
        """How many cells there are: what is shared, and a lane and a home for each player."""
        return self.ring + self.players * (self.lane + 1)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The tile of each cell; "" where a colour's lane is shorter than the longest."""
        names = list(self.shared)
        for player in range(self.players):
            own = self._own(player)
            names += [*own, *[""] * (self.lane - len(own)), self._home(player)]
        return tuple(names)

    def entry(self, player: int) -> int:
        """The cell where a player's pieces enter."""
        return self.names.index(self._entry(player))

    def word(self, player: int, place: int) -> str:
        """A place on the board as position texts write it: the name of the tile."""
        return self._places(player)[place]

    def places(self, player: int, laps: bool) -> dict[str, int]:
        """Every word for a place of a player's pieces."""
        far = self._reach[player]
        return {name: place for place, name in enumerate(self._places(player)[:-1]) if name in far}

    def places_in_words(self, laps: bool) -> str:
        """The same, for a sentence."""
        return "the tiles that the colour can reach"

    def edges(self) -> list[tuple[int, int]]:
        """The steps that pieces take from cell to cell, for whoever draws the board."""
        at = {name: cell for cell, name in enumerate(self.names)}
        return [(at[edge.start], at[edge.end]) for edge in self.edges_by_name]

    def tables(self, array: Callable[..., Any]) -> Tables:
        """The board as look-up tables."""
        players = range(self.players)
        at = {name: cell for cell, name in enumerate(self.names)}
        names = [self._places(player) for player in players]
        cell = [
            [at[name] if name else self._padding(player, place) for place, name in enumerate(row)]
            for player, row in enumerate(names)
        ]
        place_at = [[NOWHERE] * self.cells for _ in players]
        for player, row in enumerate(cell):
            for place, square in enumerate(row):
                place_at[player][square] = place
        leads = [[self._leads(player, name) for name in names[player]] for player in players]
        width = max(len(edges) for row in leads for edges in row)
        words = tuple(dict.fromkeys(edge.door for edge in self.edges_by_name if edge.door))

        def in_columns(number: Callable[[int, Edge], int]) -> list[list[int]]:
            """For each way on from each place a number, in rows of `width` a place."""
            return [
                [
                    number(player, edges[way]) if way < len(edges) else NOWHERE
                    for edges in leads[player]
                    for way in range(width)
                ]
                for player in players
            ]

        safe = {at[name] for name in self.safe}
        is_open = [square < self.ring and square not in safe for square in range(self.cells)]
        entrants = {self.entry(player): player for player in players}
        return Tables(
            **self.seat_tables(array),
            ring=self.ring,
            lane=self.lane,
            gate=self.gate,
            finish=self.finish,
            names=self.names,
            cell=array(cell, np.min_scalar_type(self.cells)),
            place_at=array(place_at),
            path=array([[NOWHERE]]),
            sheltered=array([int(not free) for free in is_open]),
            entrant=array([entrants.get(square, NOWHERE) for square in range(self.cells)]),
            several=array([self.pairs() if free else 0 for free in is_open]),
            width=width,
            forks=array([[len(edges) for edges in row] for row in leads]),
            onward=array(in_columns(lambda player, edge: names[player].index(edge.end))),
            doors=array(
                in_columns(lambda _, edge: words.index(edge.door) if edge.door else NOWHERE)
            ),
            back=array([[self._behind(p, name) for name in names[p]] for p in players]),
            door_words=words,
            branches=self._branches(leads, names),
        )

    # Behind the scenes

    def _entry(self, player: int) -> str:
        return self.entries[self.seats[player]]

    def _home(self, player: int) -> str:
        return self.homes[self.seats[player]]

    def _leads(self, player: int, tile: str) -> list[Edge]:
        """The steps from a tile that a colour may take."""
        seat = self.seats[player]
        return [e for e in self._from.get(tile, ()) if not e.seats or seat in e.seats]

    @cached_property
    def _from(self) -> dict[str, list[Edge]]:
        found: dict[str, list[Edge]] = {}
        for edge in self.edges_by_name:
            found.setdefault(edge.start, []).append(edge)
        return found

    @cached_property
    def _reach(self) -> tuple[dict[str, int], ...]:
        """Of each colour: the tiles that its pieces can come to, with the steps from the entry."""
        found = []
        for player in range(self.players):
            far = {self._entry(player): 0}
            for tile in (queue := list(far)):
                for edge in self._leads(player, tile):
                    if edge.end not in far:
                        far[edge.end] = far[tile] + 1
                        queue.append(edge.end)
            found.append(far)
        return tuple(found)

    def _own(self, player: int) -> list[str]:
        """The tiles that this colour alone can reach, but for entries and its home."""
        others = {t for other, far in enumerate(self._reach) if other != player for t in far}
        kept = {*others, *self.entries, self._home(player)}
        return [tile for tile in self._reach[player] if tile not in kept]

    def _places(self, player: int) -> list[str]:
        """The tile of each progress: shared ones as they are met, those of the lane, home."""
        return self._rows[player]

    @cached_property
    def _rows(self) -> list[list[str]]:
        return [self._row(player) for player in range(self.players)]

    def _row(self, player: int) -> list[str]:
        far = self._reach[player]
        shared = sorted(self.shared, key=lambda tile: far.get(tile, len(self.tiles)))
        own = self._own(player)
        return [*shared, *own, *[""] * (self.lane - len(own)), self._home(player)]

    def _padding(self, player: int, place: int) -> int:
        return self.ring + player * (self.lane + 1) + place - self.ring

    def _behind(self, player: int, tile: str) -> int:
        """One step back: where the only way comes from that leads here."""
        names = self._places(player)
        sources = [n for n in names if n and any(e.end == tile for e in self._leads(player, n))]
        return names.index(sources[0]) if len(sources) == 1 and tile else NOWHERE

    def _branches(self, leads: list[list[list[Edge]]], names: list[list[str]]) -> tuple[int, ...]:
        """[steps] -> the most ways to go so many steps: each choice where ways part counts."""
        most = [1]
        before = [dict.fromkeys(row, 1) for row in names]
        for _ in range(LONGEST):
            now = [
                {
                    name: min(_MANY, len(ways) * max((before[p][e.end] for e in ways), default=1))
                    if ways
                    else 1
                    for name, ways in zip(names[p], leads[p], strict=True)
                }
                for p in range(self.players)
            ]
            most.append(max(max(row.values()) for row in now))
            before = now
        return tuple(most)

    def _check(self) -> None:
        if not 2 <= self.arms <= MOST_PLAYERS or len(self.homes) != self.arms:
            raise SpecError(
                f"A board has 2 to {MOST_PLAYERS} arms, each with an entry and a home; here are "
                f"{self.arms} entries and {len(self.homes)} homes."
            )
        if len(self.tiles) > MOST_TILES:
            raise SpecError(f"A board has at most {MOST_TILES} tiles, not {len(self.tiles)}.")
        self.check_seats()
        for name in (
            *self.entries,
            *self.homes,
            *self.safe,
            *(point_of(line)[0] for line in self.points),
        ):
            if name not in self.tiles:
                raise SpecError(f"No path leads to a tile {name!r}; {nearest(name, self.tiles)}")
        taken = [name for name in self.tiles if name in ("y", "f") or _PRISON.fullmatch(name)]
        if taken:
            raise SpecError(
                f"{taken[0]!r} has a meaning in position texts; call the tile otherwise."
            )
        if len(set(self.entries)) < self.arms or len(set(self.homes)) < self.arms:
            raise SpecError("Each arm has an entry and a home of its own (rules 10 and 12).")
        steps = [(edge.start, edge.end, edge.seats) for edge in self.edges_by_name]
        for step in steps:
            if steps.count(step) > 1:
                raise SpecError(f"The step from {step[0]} to {step[1]} is said twice.")
            if any(seat >= self.arms for seat in step[2]):
                raise SpecError(f"{step[0]} > {step[1]}: seats are 0..{self.arms - 1}.")
        self._check_ways()

    def _check_ways(self) -> None:
        common = set(self.tiles).intersection(*self._reach)
        if not common - set(self.homes):
            raise SpecError("No tile can be reached by every player (rule 22: a ring for all).")
        for player, seat in enumerate(self.seats):
            home = self._home(player)
            for other, far in enumerate(self._reach):
                if other != player and home in far:
                    raise SpecError(
                        f"Seat {self.seats[other]} can come to {home!r}, the home of seat {seat} "
                        "(rule 12: only one's own pieces)."
                    )
            if self._leads(player, home):
                raise SpecError(f"A way leads on from {home!r}, the home of seat {seat} (rule 35).")
            for tile in self._reach[player]:
                if home not in self._ahead(player, tile):
                    raise SpecError(
                        f"From {tile!r} seat {seat} cannot come to its home {home!r} "
                        "(rule 27: every Finish can be reached)."
                    )

    def _ahead(self, player: int, tile: str) -> set[str]:
        found = {tile}
        for name in (queue := [tile]):
            for edge in self._leads(player, name):
                if edge.end not in found:
                    found.add(edge.end)
                    queue.append(edge.end)
        return found
