"""Access rights: what the holder of a token may do at a table."""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest

from ludo_env._web.refusal import FORBIDDEN, NOT_NOW, WRONG, Refusal
from ludo_env._web.room import Room
from ludo_env._web.seat import FRIEND, HOST

NO_TOKEN = 401


@dataclass(frozen=True)
class Role:
    """The seats of a client, and whether they host the table; clients without seats watch."""

    seats: frozenset[int] = frozenset()
    host: bool = False

    def seat(self, room: Room, number: object, verb: str) -> int:
        """Return the seat of a request, by default the one to act; refuse seats of others."""
        if number is None:
            number = room.turn if room.turn in self.seats else min(self.seats, default=-1)
        if type(number) is not int or not 0 <= number < len(room.seats):
            if number == -1:
                raise Refusal(FORBIDDEN, f"Those who look on cannot {verb}.")
            raise Refusal(WRONG, f"seat is a number 0..{len(room.seats) - 1}.")
        if number not in self.seats:
            raise Refusal(FORBIDDEN, f"The seat of player_{number} is not yours.")
        return number

    def playing_seat(self, room: Room, number: object, verb: str) -> int:
        """Return the seat of a move; refuse a seat for which an agent plays."""
        seat = self.seat(room, number, verb)
        if not room.seats[seat].person_plays:
            raise Refusal(NOT_NOW, f"An agent plays for player_{seat}; take the seat back first.")
        if room.stand_in and seat == room.turn:
            raise Refusal(NOT_NOW, f"The time of player_{seat} for this move is up.")
        return seat


def role_of(room: Room, token: str) -> Role:
    """Return the role of a token; refuse an unknown token.

    The token is compared with every token of the table in constant time, so that response times
    reveal nothing about any of them.
    """
    given = token.encode("utf-8", "replace")
    host = compare_digest(given, room.terms.host.encode())
    watch = compare_digest(given, room.terms.watch.encode())
    seats = frozenset(
        number
        for number, seat in enumerate(room.seats)
        if compare_digest(given, seat.token.encode()) and seat.kind == FRIEND
    )
    if host:
        mine = frozenset(n for n, seat in enumerate(room.seats) if seat.kind == HOST)
        return Role(mine, host=True)
    if not (watch or seats):
        raise Refusal(NO_TOKEN, "This link does not open this table.")
    return Role(seats)


def check_host(role: Role) -> None:
    """Refuse everybody but the host of the table."""
    if not role.host:
        raise Refusal(FORBIDDEN, "Only the host of the table may do this.")
