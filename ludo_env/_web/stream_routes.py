"""Routes of streams: the events of a table for pages, its states for programs, and its game."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ludo_env._play.json_file import game_as_data
from ludo_env._web.refusal import TOO_MANY, Refusal
from ludo_env._web.request import answered
from ludo_env._web.server import Server
from ludo_env._web.stream import EventStream


class StreamRoutes:
    """The responses to listeners of a table."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def routes(self) -> list[Route]:
        """Return all routes of streams."""
        table = "/api/tables/{table}"
        return [
            Route(f"{table}/events", answered(self.events), methods=["GET"]),
            Route(f"{table}/states", answered(self.states), methods=["GET"]),
            Route(f"{table}/game", answered(self.game), methods=["GET"]),
        ]

    async def events(self, request: Request) -> Response:
        """Stream the events of a table to a page, from the event after number `after`."""
        return self._stream(request, lines=False)

    async def states(self, request: Request) -> Response:
        """Stream the states of a table to a program, one JSON object a line."""
        return self._stream(request, lines=True)

    async def game(self, request: Request) -> Response:
        """Return the game of a table: its name in the library, or its whole data."""
        room, _, _ = self._server.table(request)
        return JSONResponse({"game": game_as_data(room.terms.spec)})

    def _stream(self, request: Request, *, lines: bool) -> Response:
        room, role, token = self._server.table(request)
        if self._server.streams >= self._server.limits.streams:
            raise Refusal(TOO_MANY, "Too many pages of this server are open.")
        after = request.query_params.get("after", "")
        known = int(after) if after.isascii() and after.isdigit() and len(after) < 10 else None
        channel = self._server.channel(room)
        listener = channel.join(role, token, known, lines=lines)
        return EventStream(listener, lambda: channel.leave(listener))
