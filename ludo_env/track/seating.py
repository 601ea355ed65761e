"""Who sits at a board, with how many pieces, and who plays together: the same on every board.

Inside, players are numbered 0..n-1 in the order of their seats; a `seat` is the arm they sit at.
A colour is a player's pieces. Piece k of colour c is number c * pieces + k.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludo_env.core.errors import SpecError, quoted
from ludo_env.track.tables import NOWHERE

# A crowd counts a colour's pieces in four bits, all colours in one number of 64.
MOST_PIECES = 15
MOST_PLAYERS = 12


class Seating:
    """What every board says of its players; the boards keep the data."""

    seats: tuple[int, ...]
    pieces: int
    markers: tuple[int, ...]
    teams: tuple[int, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @property
    def arms(self) -> int:
        """How many places there are to sit at."""
        raise NotImplementedError

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each player: his team, or he himself."""
        return self.teams or tuple(range(self.players))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many pieces each player has."""
        return self.markers or (self.pieces,) * self.players

    def table_order(self) -> list[list[int]]:
        """[player][offset] -> who sits so many arms further round, or NOWHERE if nobody does."""
        at = {seat: player for player, seat in enumerate(self.seats)}
        return [
            [at.get((seat + offset) % self.arms, NOWHERE) for offset in range(self.arms)]
            for seat in self.seats
        ]

    def allied(self, one: int, other: int) -> bool:
        """Do these two play together?"""
        return self.sides[one] == self.sides[other]

    def seat_tables(self, array: Callable[..., Any]) -> dict[str, Any]:
        """The look-up tables that depend on the players alone."""
        players = range(self.players)
        nibble = [15 << (4 * player) for player in players]
        return {
            "players": self.players,
            "seats": self.seats,
            "pieces": self.pieces,
            "markers": array(self.counts),
            "sides": len(set(self.sides)),
            "side": array(list(self.sides)),
            "after": array([(player + 1) % self.players for player in players]),
            "one": array([1 << (4 * player) for player in players]),
            "friends": array(
                [sum(nibble[p] for p in players if self.allied(p, q)) for q in players]
            ),
            "enemies": array(
                [sum(nibble[p] for p in players if not self.allied(p, q)) for q in players]
            ),
        }

    def pairs(self) -> int:
        """The bits of a crowd that are set where a colour has two or more."""
        return sum(14 << (4 * player) for player in range(self.players))

    def entrants(self, entries: Sequence[int], cell: int) -> int:
        """The bits of a crowd that belong to the colours that enter on a cell."""
        return sum([15 << (4 * p) for p, entry in enumerate(entries) if entry == cell])

    def check_seats(self) -> None:
        """Refuses players, pieces and teams that cannot be."""
        wrong = [seat for seat in self.seats if not _is_number(seat, 0, self.arms - 1)]
        if wrong:
            raise SpecError(
                f"Seat {quoted(wrong[0])} is not on this board; its seats are 0..{self.arms - 1}."
            )
        if len(set(self.seats)) != len(self.seats) or not 2 <= len(self.seats) <= MOST_PLAYERS:
            raise SpecError(
                f"The seats must be two or more different ones, at most {MOST_PLAYERS}, "
                f"not {quoted(self.seats)} "
                "(rule 32: a player needs opponents)."
            )
        if self.teams and len(self.teams) != len(self.seats):
            raise SpecError(f"Teams must name a side for each of {len(self.seats)} players.")
        highest = len(set(self.teams)) - 1
        if self.teams and not (highest and all(_is_number(t, 0, highest) for t in self.teams)):
            raise SpecError(
                f"Teams are numbered from 0, two at least; {quoted(self.teams)} are not."
            )
        if not _is_number(self.pieces, 1, MOST_PIECES):
            raise SpecError(f"A colour has 1 to {MOST_PIECES} pieces, not {quoted(self.pieces)}.")
        if self.markers and (
            len(self.markers) != len(self.seats)
            or not all(_is_number(count, 1, self.pieces) for count in self.markers)
        ):
            raise SpecError(
                f"markers gives each of {len(self.seats)} players 1 to {self.pieces} of the "
                f"pieces, and {quoted(self.markers)} does not."
            )


def _is_number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
