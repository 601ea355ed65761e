"""Routes of play: moves, throws, changes of seats, hints and reasons."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ludo_env._web.access import Role
from ludo_env._web.event import Event
from ludo_env._web.played import DECISION
from ludo_env._web.refusal import NOT_NOW, WRONG, Refusal
from ludo_env._web.request import answered, body_of
from ludo_env._web.room import Room
from ludo_env._web.server import Server

_MOST_KEYS = 20  # in a request


class PlayRoutes:
    """The responses to the actions of people at a table."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def routes(self) -> list[Route]:
        """Return all routes of play."""
        posts = {
            "play": self.play, "throw": self.throw, "undo": self.undo, "seat": self.seat,
            "hint": self.hint, "why": self.why,
        }  # fmt: skip
        return [
            Route(f"/api/tables/{{table}}/{name}", answered(answer), methods=["POST"])
            for name, answer in posts.items()
        ]

    async def play(self, request: Request) -> Response:
        """Play a move: {"action": 3, "asked": 17, "seat": 0}."""
        room, role, _ = self._server.table(request)
        body = await body_of(request, {"action", "asked", "seat"})
        seat = role.playing_seat(room, body.get("seat"), "play")
        self._take_turn(room, seat)
        return self._done(room, room.play(seat, body.get("action"), body.get("asked")))

    async def throw(self, request: Request) -> Response:
        """Throw the dice: {"asked": 17, "seat": 0}."""
        room, role, _ = self._server.table(request)
        body = await body_of(request, {"asked", "seat"})
        seat = role.playing_seat(room, body.get("seat"), "throw")
        self._take_turn(room, seat)
        return self._done(room, room.throw(seat, body.get("asked")))

    async def undo(self, request: Request) -> Response:
        """Take back the last decision: {"asked": 17}."""
        room, role, _ = self._server.table(request)
        body = await body_of(request, {"asked", "seat"})
        seat = role.seat(room, body.get("seat"), "take moves back")
        return self._done(room, room.undo(seat, body.get("asked")))

    async def seat(self, request: Request) -> Response:
        """Change a seat: {"seat": 1, "agent": "greedy"} ("" ends it), or "name" or "by_hand"."""
        room, role, _ = self._server.table(request)
        body = await body_of(request, {"seat", "agent", "name", "by_hand"})
        number, event = body.get("seat"), None
        if not (role.host and type(number) is int and 0 <= number < len(room.seats)):
            number = role.seat(room, number, "change seats")
        if "agent" in body:
            event = room.hand_over(number, body["agent"])
        elif "name" in body:
            event = room.rename(role.seat(room, number, "take a name"), body["name"])
        elif "by_hand" in body:
            event = room.throw_by_hand(role.seat(room, number, "throw"), body["by_hand"])
        else:
            raise Refusal(WRONG, "A seat is changed by agent, name or by_hand.")
        return self._done(room, event)

    async def hint(self, request: Request) -> Response:
        """Return a move that a good player would choose."""
        room, _ = await self._deciding(request, set())
        words, action = await self._server.thinking.hint(room)
        return JSONResponse({"words": words, "action": action, "asked": room.asked})

    async def why(self, request: Request) -> Response:
        """Return why pressed items cannot be played: {"keys": ["piece 0 1"]}."""
        body = await body_of(request, {"keys"})
        keys = body.get("keys", [])
        if not isinstance(keys, list) or len(keys) > _MOST_KEYS or not all(map(_is_key, keys)):
            raise Refusal(WRONG, f"keys is a list of at most {_MOST_KEYS} keys of the board.")
        room, role = await self._deciding(request, {"keys"})
        viewer = self._server.channel(room).snapshots.viewer(role.seats)
        words = await self._server.thinking.reasons(room, viewer, keys)
        return JSONResponse({"words": words})

    async def _deciding(self, request: Request, known: set[str]) -> tuple[Room, Role]:
        """Return the room and role of a request; refuse all but the player who is to decide."""
        room, role, token = self._server.table(request)
        await body_of(request, known)
        self._server.questions.take(token)
        if room.waits_for != DECISION or room.turn not in role.seats:
            raise Refusal(NOT_NOW, "This can be asked by the player who is to decide.")
        return room, role

    def _take_turn(self, room: Room, seat: int) -> None:
        """Count a move against the rate of the table, if the player of the seat is to act."""
        if seat == room.turn:
            self._server.table_moves.take(room.terms.id)

    def _done(self, room: Room, event: Event | None) -> Response:
        """Send an event to all listeners; return its number to the client that caused it."""
        self._server.channel(room).publish(event)
        return JSONResponse({"number": event.number if event else room.number})


def _is_key(key: object) -> bool:
    return isinstance(key, str) and len(key) <= 100
