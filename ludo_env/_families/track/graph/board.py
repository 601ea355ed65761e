"""The board of a race on any tiles: ways that fork and meet, one-way streets, doors and lanes.

A tile that only one colour can reach belongs to its lane; the others are shared. For one player
the lane is where paths `for` a seat lead. From every tile that a piece of a colour can reach, its
home must be reachable (with the doors open).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ludo_env._families.track.graph.check import check_graph
from ludo_env._families.track.graph.colour_paths import Ways
from ludo_env._families.track.graph.path_text import Edge, edges_of
from ludo_env._families.track.seating import Seating
from ludo_env._families.track.tables import NOWHERE, Tables


@dataclass(frozen=True)
class GraphBoard(Seating):
    """Tiles by name, the ways between them, and who sits where."""

    kind: ClassVar[str] = "graph"

    paths: tuple[str, ...]
    entries: tuple[str, ...]  # the tile where the pieces of each arm enter; arms may share it
    homes: tuple[str, ...]  # the home tile of each arm
    seats: tuple[int, ...] = ()  # the arm of each player; empty: all
    pieces: int = 4
    markers: tuple[int, ...] = ()  # number of pieces of each player; empty: `pieces` each
    teams: tuple[int, ...] = ()  # the side of each player; empty: no teams
    safe: tuple[str, ...] = ()  # tiles where nothing is captured and nothing blocks
    # Where to draw tiles, "a0 3 4.5"; others are placed automatically. "a0 3 4.5 up" is a column.
    points: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.seats:
            object.__setattr__(self, "seats", tuple(range(len(self.entries))))
        check_graph(self)

    @property
    def arms(self) -> int:
        """The number of seats at the board."""
        return len(self.entries)

    @cached_property
    def steps(self) -> tuple[Edge, ...]:
        """Every step from tile to tile in the paths."""
        return tuple(edge for line in self.paths for edge in edges_of(line))

    @cached_property
    def tiles(self) -> tuple[str, ...]:
        """All tiles, in the order in which the paths name them."""
        ends = (name for edge in self.steps for name in (edge.start, edge.end))
        return tuple(dict.fromkeys(ends))

    @cached_property
    def ways(self) -> tuple[Ways, ...]:
        """The ways of each player's pieces."""
        entries = [self.entries[seat] for seat in self.seats]
        return tuple(
            Ways(self.steps, seat, entry) for seat, entry in zip(self.seats, entries, strict=True)
        )

    def home(self, player: int) -> str:
        """Return the tile where a player's pieces are home."""
        return self.homes[self.seats[player]]

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """The tiles that belong to no single colour."""
        own = {tile for player in range(self.players) for tile in self._own(player)}
        homes = {self.home(player) for player in range(self.players)}
        return tuple(tile for tile in self.tiles if tile not in own | homes)

    @property
    def ring(self) -> int:
        """The number of shared tiles."""
        return len(self.shared)

    @cached_property
    def lane(self) -> int:
        """The most tiles that a colour has for itself, without its home."""
        return max(len(self._own(player)) for player in range(self.players))

    @property
    def gate(self) -> int:
        """The last shared place, where a lane would begin on a ring."""
        return self.ring - 1

    @property
    def finish(self) -> int:
        """The progress of a finished piece."""
        return self.ring + self.lane

    @property
    def cells(self) -> int:
        """The number of cells: the shared tiles, and a lane and a home for each player."""
        return self.ring + self.players * (self.lane + 1)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The tile of each cell; "" where a colour's lane is shorter than the longest."""
        names = list(self.shared)
        for player in range(self.players):
            own = self._own(player)
            names += [*own, *[""] * (self.lane - len(own)), self.home(player)]
        return tuple(names)

    @property
    def safe_cells(self) -> frozenset[int]:
        """The cells where pieces are safe."""
        return frozenset(self.names.index(name) for name in self.safe)

    def entry(self, player: int) -> int:
        """Return the cell where a player's pieces enter."""
        return self.names.index(self.entries[self.seats[player]])

    def word(self, player: int, place: int) -> str:
        """Return a place on the board as position texts write it: the name of the tile."""
        return self._places(player)[place]

    def places(self, player: int, laps: bool) -> dict[str, int]:
        """Return every word for a place of a player's pieces."""
        far = self.ways[player].far
        return {name: place for place, name in enumerate(self._places(player)[:-1]) if name in far}

    def places_in_words(self, laps: bool) -> str:
        """Return the same words, for a sentence."""
        return "the tiles that the colour can reach"

    def edges(self) -> list[tuple[int, int]]:
        """Return the steps from cell to cell, for drawing the board."""
        at = {name: cell for cell, name in enumerate(self.names)}
        return [(at[edge.start], at[edge.end]) for edge in self.steps]

    def tables(self, array: Callable[..., Any], owners: bool = False) -> Tables:
        """Return the board as look-up tables; with `owners`, pieces can change owners."""
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
        leads = [[self.ways[player].leads(name) for name in names[player]] for player in players]
        width = max(len(edges) for row in leads for edges in row)
        words = tuple(dict.fromkeys(edge.door for edge in self.steps if edge.door))

        def in_columns(number: Callable[[int, Edge], int]) -> list[list[int]]:
            """Return a number for each way on from each place: `width` numbers for a place."""
            return [
                [
                    number(player, edges[way]) if way < len(edges) else NOWHERE
                    for edges in leads[player]
                    for way in range(width)
                ]
                for player in players
            ]

        safe = {at[name] for name in self.safe}
        entries = [self.entry(player) for player in players]
        is_open = [square < self.ring and square not in safe for square in range(self.cells)]
        return Tables(
            **self.seat_tables(array, owners),
            **self.crowd_tables(array, owners, entries, is_open),
            ring=self.ring,
            lane=self.lane,
            gate=self.gate,
            finish=self.finish,
            names=self.names,
            cell=array(cell, np.min_scalar_type(self.cells)),
            place_at=array(place_at),
            path=array([[NOWHERE]]),
            sheltered=array([int(not free) for free in is_open]),
            width=width,
            forks=array([[len(edges) for edges in row] for row in leads]),
            onward=array(in_columns(lambda player, edge: names[player].index(edge.end))),
            doors=array(
                in_columns(lambda _, edge: words.index(edge.door) if edge.door else NOWHERE)
            ),
            back=array(
                [[self._behind(player, name) for name in names[player]] for player in players]
            ),
            door_words=words,
            branches=tuple(map(max, zip(*(ways.branches for ways in self.ways), strict=True))),
        )

    # Internal helpers

    def _own(self, player: int) -> list[str]:
        """Return the tiles that this colour alone can reach, except entries and its home."""
        others = {t for other, ways in enumerate(self.ways) if other != player for t in ways.far}
        if self.players == 1:  # tiles open to any seat are shared; others belong to the lane
            others = {edge.end for edge in self.steps if not edge.seats}
        kept = {*others, *self.entries, self.home(player)}
        return [tile for tile in self.ways[player].far if tile not in kept]

    def _places(self, player: int) -> list[str]:
        """Return the tile of each progress: shared ones, those of the lane, home."""
        return self._rows[player]

    @cached_property
    def _rows(self) -> list[list[str]]:
        return [self._row(player) for player in range(self.players)]

    def _row(self, player: int) -> list[str]:
        far = self.ways[player].far
        shared = sorted(self.shared, key=lambda tile: far.get(tile, len(self.tiles)))
        own = self._own(player)
        return [*shared, *own, *[""] * (self.lane - len(own)), self.home(player)]

    def _padding(self, player: int, place: int) -> int:
        return self.ring + player * (self.lane + 1) + place - self.ring

    def _behind(self, player: int, tile: str) -> int:
        """Return one step back: the only place from which a step leads here."""
        source = self.ways[player].behind(tile)
        return self._places(player).index(source) if source else NOWHERE
