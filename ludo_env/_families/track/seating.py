"""The players of a board, their pieces and their teams: the same on every board.

Internally, players are numbered 0..n-1 in the order of their seats; a `seat` is the arm where they
sit. A colour is a player's pieces. Piece k of colour c is number c * pieces + k.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import SpecError, quoted
from ludo_env._families.track.tables import NOWHERE

# Limits of this library; the rules of Loose Ludo have none.
MOST_PIECES = 64
MOST_PLAYERS = 24
# A crowd counts a colour's pieces in four bits, all colours in one number, where that is enough.
_PACKED_PIECES, _PACKED_PLAYERS = 15, 15


class Seating:
    """The players of a board; the boards keep the data."""

    seats: tuple[int, ...]
    pieces: int
    markers: tuple[int, ...]
    teams: tuple[int, ...]

    @property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.seats)

    @property
    def arms(self) -> int:
        """Return the number of seats."""
        raise NotImplementedError

    @property
    def sides(self) -> tuple[int, ...]:
        """Return the side of each player: the team, or the player alone."""
        return self.teams or tuple(range(self.players))

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of pieces of each player."""
        return self.markers or (self.pieces,) * self.players

    def table_order(self) -> list[list[int]]:
        """Return [player][offset] -> the player that many arms further round, or NOWHERE."""
        at = {seat: player for player, seat in enumerate(self.seats)}
        return [
            [at.get((seat + offset) % self.arms, NOWHERE) for offset in range(self.arms)]
            for seat in self.seats
        ]

    def allied(self, one: int, other: int) -> bool:
        """Return whether two players are on the same side."""
        return self.sides[one] == self.sides[other]

    def most(self, owners: bool) -> int:
        """Return the most pieces that a colour can own; with `owners`, pieces can change hands."""
        return self.pieces * (self.players if owners else 1)

    def is_wide(self, owners: bool) -> bool:
        """Return whether more pieces or colours can meet on a cell than a packed number holds."""
        return self.most(owners) > _PACKED_PIECES or self.players > _PACKED_PLAYERS

    def seat_tables(self, array: Callable[..., Any], owners: bool) -> dict[str, Any]:
        """Return the look-up tables that depend on the players alone."""
        players, wide = range(self.players), self.is_wide(owners)
        nibble = [0 if wide else 15 << (4 * player) for player in players]
        return {
            "players": self.players,
            "seats": self.seats,
            "pieces": self.pieces,
            "markers": array(self.counts),
            "sides": len(set(self.sides)),
            "side": array(list(self.sides)),
            "after": array([(player + 1) % self.players for player in players]),
            "one": array([0 if wide else 1 << (4 * player) for player in players]),
            "friends": array(
                [sum(nibble[p] for p in players if self.allied(p, q)) for q in players]
            ),
            "enemies": array(
                [sum(nibble[p] for p in players if not self.allied(p, q)) for q in players]
            ),
            "wide": wide,
            "owners": owners,
            "most": self.most(owners),
        }

    def crowd_tables(
        self,
        array: Callable[..., Any],
        owners: bool,
        entries: Sequence[int],
        is_open: Sequence[bool],
    ) -> dict[str, Any]:
        """Return for each cell the bits of a crowd that can be set there; 0 on wide boards."""
        if self.is_wide(owners):
            nothing = array([0] * len(is_open))
            return {"entrants": nothing, "several": nothing}
        pairs = sum(14 << (4 * player) for player in range(self.players))
        entrants = [0] * len(is_open)
        for player, entry in enumerate(entries):
            entrants[entry] |= 15 << (4 * player)
        return {
            "entrants": array(entrants),
            "several": array([pairs if free else 0 for free in is_open]),
        }

    def check_seats(self) -> None:
        """Refuse invalid players, pieces and teams."""
        wrong = [seat for seat in self.seats if not is_whole(seat, 0, self.arms - 1)]
        if wrong:
            raise SpecError(
                f"Seat {quoted(wrong[0])} is not on this board; its seats are 0..{self.arms - 1}."
            )
        if len(set(self.seats)) != len(self.seats) or not 1 <= len(self.seats) <= MOST_PLAYERS:
            raise SpecError(
                f"The seats must be different ones, at least one and at most {MOST_PLAYERS} "
                f"(a limit of this library), not {quoted(self.seats)}."
            )
        if self.teams and len(self.teams) != len(self.seats):
            raise SpecError(f"Teams must name a side for each of {len(self.seats)} players.")
        highest = len(set(self.teams)) - 1
        if self.teams and not (highest and all(is_whole(t, 0, highest) for t in self.teams)):
            raise SpecError(
                f"Teams are numbered from 0, two at least; {quoted(self.teams)} are not."
            )
        if not is_whole(self.pieces, 1, MOST_PIECES):
            raise SpecError(
                f"A colour has 1 to {MOST_PIECES} pieces (a limit of this library), "
                f"not {quoted(self.pieces)}."
            )
        if self.markers and (
            len(self.markers) != len(self.seats)
            or not all(is_whole(count, 1, self.pieces) for count in self.markers)
        ):
            raise SpecError(
                f"markers gives each of {len(self.seats)} players 1 to {self.pieces} of the "
                f"pieces, and {quoted(self.markers)} does not."
            )
