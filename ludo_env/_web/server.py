"""The state of the server that all routes share: lobby, channels and limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hmac import compare_digest

from starlette.requests import Request

from ludo_env._web.access import NO_TOKEN, Role, role_of
from ludo_env._web.channel import Channel
from ludo_env._web.lobby import MOST_GAMES, MOST_ROOMS, Lobby
from ludo_env._web.rates import Rate
from ludo_env._web.refusal import TOO_MANY, Refusal
from ludo_env._web.request import token_of
from ludo_env._web.room import Room
from ludo_env._web.seat import new_token
from ludo_env._web.store import Store
from ludo_env._web.thinking import Thinking


@dataclass(frozen=True)
class Limits:
    """The limits of what clients can use; rates are requests a second and at once."""

    rooms: int = MOST_ROOMS  # in memory
    games: int = MOST_GAMES  # in the database
    streams: int = 1000  # of all rooms
    moves: tuple[float, int] = (20.0, 60)  # requests with a token
    table: tuple[float, int] = (4.0, 40)  # moves and throws at a table
    tables: tuple[float, int] = (0.5, 30)  # new tables of an address
    questions: tuple[float, int] = (1.0, 8)  # hints, reasons and replays of a token
    edits: tuple[float, int] = (4.0, 30)  # changes in the position editor, of an address
    failures: tuple[float, int] = (2.0, 60)  # requests of an address that are refused


@dataclass
class Server:
    """The state of a running server."""

    store: Store
    thinking: Thinking
    pace: float = 0.8  # seconds from one move of an agent to the next
    limits: Limits = field(default_factory=Limits)
    open_tables: bool = True  # whether everybody may begin a table, or only the owner

    def __post_init__(self) -> None:
        self.owner = self.store.setting("owner", new_token())
        self.lobby = Lobby(self.store, self.limits.rooms, self.limits.games)
        self.lobby.in_use = lambda game: game in self.channels and self.channels[game].in_use
        self.lobby.left = self._unload
        self.channels: dict[str, Channel] = {}
        limits = self.limits
        self.moves, self.tables = Rate(*limits.moves), Rate(*limits.tables)
        self.table_moves = Rate(*limits.table)
        self.questions, self.failures = Rate(*limits.questions), Rate(*limits.failures)

    @property
    def streams(self) -> int:
        """The number of open event streams."""
        return sum(len(channel.listeners) for channel in self.channels.values())

    def channel(self, room: Room) -> Channel:
        """Return the channel of a room."""
        found = self.channels.get(room.terms.id)
        if found is None or found.room is not room:
            found = self.channels[room.terms.id] = Channel(
                room, self.thinking, self.pace, self.store.note
            )
        return found

    def table(self, request: Request) -> tuple[Room, Role, str]:
        """Return the room of a request, the role of its token there, and the token."""
        try:
            token = token_of(request)
            room = self.lobby.room(request.path_params["table"])
            role = role_of(room, token)
        except Refusal:
            self._count_failure(request)
            raise
        self.moves.take(token)
        return room, role, token

    def check_owner(self, request: Request) -> None:
        """Refuse all clients but the owner of the server."""
        if not self.is_owner(request):
            self._count_failure(request)
            raise Refusal(NO_TOKEN, "Only the link that the server printed opens this.")

    def check_new_table(self, request: Request) -> None:
        """Refuse clients that may not begin a table, or that begin too many."""
        if not self.open_tables:
            self.check_owner(request)
        if not self.tables.allows(address_of(request)):
            raise Refusal(TOO_MANY, "Too many new tables; wait a moment.")

    def is_owner(self, request: Request) -> bool:
        """Return whether a request has the token of the owner."""
        token = token_of(request)
        return compare_digest(token.encode("utf-8", "replace"), self.owner.encode())

    def close(self) -> None:
        """End all streams and workers, and close the database."""
        for channel in list(self.channels.values()):
            channel.close()
        self.thinking.close()
        self.store.close()

    def _count_failure(self, request: Request) -> None:
        """Count a failed request; refuse an address with too many of them."""
        if not self.failures.allows(address_of(request)):
            raise Refusal(TOO_MANY, "Too many requests were refused; wait a moment.")

    def _unload(self, game: str) -> None:
        channel = self.channels.pop(game, None)
        if channel is not None:
            channel.close()


def address_of(request: Request) -> str:
    """Return the address of a client."""
    return request.client.host if request.client else ""


def hosts_of(names: Iterable[str], port: int) -> list[str]:
    """Return the allowed values of the header Host."""
    hosts = []
    for name in dict.fromkeys(names):
        shown = f"[{name}]" if ":" in name else name
        hosts.append(f"{shown}:{port}")
        if port == 80:
            hosts.append(shown)
    return hosts
