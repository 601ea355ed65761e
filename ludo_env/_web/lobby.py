"""The lobby: rooms by their id, which are loaded when needed and unloaded when unused."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.spec import Spec
from ludo_env._web.event import Event, Terms
from ludo_env._web.refusal import NOT_NOW, TOO_MANY, UNKNOWN, Refusal
from ludo_env._web.room import Room
from ludo_env._web.seat import Seat, new_token
from ludo_env._web.store import Store

MOST_ROOMS = 300  # in memory
MOST_GAMES = 200_000  # in the database
_SEED_BITS = 63


class Lobby:
    """All rooms of a server."""

    def __init__(
        self, store: Store, most_rooms: int = MOST_ROOMS, most_games: int = MOST_GAMES
    ) -> None:
        self.store, self.most_rooms, self.most_games = store, most_rooms, most_games
        self.now: Callable[[], float] = time.time  # the time of the events of games that are opened
        self._rooms: OrderedDict[str, Room] = OrderedDict()  # the one used last is at the end
        self.in_use: Callable[[str], bool] = lambda game: False  # a room in use stays in memory
        self.left: Callable[[str], Any] = lambda game: None  # called when a room is unloaded

    def __len__(self) -> int:
        return len(self._rooms)

    def open(
        self,
        spec: Spec,
        seats: list[Seat],
        position: str = "",
        *,
        analysis: bool = True,
        clock: tuple[int, int] = (0, 0),
    ) -> Room:
        """Begin a game, optionally at a position and with time limits, and store it."""
        self._check_kept()
        self._make_space()
        terms = Terms(
            new_token(), spec, secrets.randbits(_SEED_BITS), seats, new_token(), new_token()
        )
        room = self._room(terms, [])
        with self.store.transaction():
            self.store.begin(room)
            if position != "":
                room.begin_at(position)
            room.show_chances(analysis)
            if any(clock):
                room.set_clock(*clock)
        self._rooms[terms.id] = room
        return room

    def room(self, game: Any) -> Room:
        """Return a room, restored from the database if it is not in memory."""
        found = self._rooms.get(game) if isinstance(game, str) else None
        if found is not None:
            self._rooms.move_to_end(game)
            return found
        try:
            kept = self.store.load(game) if isinstance(game, str) else None
        except Refusal:
            raise
        except LudoError as error:
            raise Refusal(NOT_NOW, f"This game cannot be restored: {error}") from error
        if kept is None:
            raise Refusal(UNKNOWN, f"There is no game {quoted(game)}.")
        self._make_space()
        terms, events = kept
        try:
            room = self._room(terms, events)
        except LudoError as error:
            raise Refusal(NOT_NOW, f"This game cannot be restored: {error}") from error
        self.store.note(room)
        self._rooms[terms.id] = room
        return room

    def rematch(self, room: Room) -> Room:
        """Return the next game of the same people, each one seat further; repeated calls agree.

        People keep their tokens, so the links of the first game also open the next one.
        """
        if room.next_game:
            return self.room(room.next_game)
        if not room.table.over:
            raise Refusal(NOT_NOW, "The game goes on; a rematch follows its end.")
        self._check_kept()
        self._make_space()
        old = room.terms
        seats = [replace(seat) for seat in (*room.seats[-1:], *room.seats[:-1])]
        terms = Terms(
            new_token(), old.spec, secrets.randbits(_SEED_BITS), seats, old.host, old.watch, old.id
        )
        following = self._room(terms, [])
        try:
            with self.store.transaction():
                self.store.begin(following)
                if room.clock.is_set:
                    following.set_clock(room.clock.move, room.clock.game)
                room.goes_on(terms.id)
        except BaseException:
            self._rooms.pop(old.id, None)  # it may contain an event that was not committed
            raise
        self._rooms[terms.id] = following
        return following

    def delete(self, game: str) -> None:
        """Delete a game from the database."""
        self.room(game)  # refuses an unknown one
        self.store.delete(game)
        self._rooms.pop(game, None)
        self.left(game)

    def _room(self, terms: Terms, events: list[Event]) -> Room:
        def keep(event: Event) -> None:
            self.store.append(terms.id, event)

        return Room(terms, keep, events, self.now)

    def _check_kept(self) -> None:
        """Refuse a new game if the database is full."""
        if self.store.count() >= self.most_games:
            raise Refusal(
                TOO_MANY,
                f"The database is full (limit of games: {self.most_games}); "
                "the owner of the server can delete old ones.",
            )

    def _make_space(self) -> None:
        """Unload the least recently used room if there are too many; refuse if all are in use."""
        if len(self._rooms) < self.most_rooms:
            return
        for game in self._rooms:
            if not self.in_use(game):
                del self._rooms[game]
                self.left(game)
                return
        raise Refusal(TOO_MANY, f"All {self.most_rooms} tables of this server are in use.")
