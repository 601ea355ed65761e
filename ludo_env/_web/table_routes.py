"""Routes of tables: new tables, links, rematches, replays and deletion."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ludo_env._engine.errors import quoted
from ludo_env._engine.spec import Spec
from ludo_env._web.access import check_host
from ludo_env._web.clock import clock_asked
from ludo_env._web.event import Event
from ludo_env._web.played import OVER
from ludo_env._web.refusal import FORBIDDEN, NOT_NOW, WRONG, Refusal
from ludo_env._web.request import answered, body_of
from ludo_env._web.room import Room
from ludo_env._web.seat import FRIEND, new_token, seats_asked
from ludo_env._web.server import Server
from ludo_env._web.worker import replay_of, replay_page_of
from ludo_env.catalogue import listed_games, spec_with

_OPENED = {"game", "players", "mode", "seats", "position", "analysis", "clock"}


class TableRoutes:
    """The responses to requests about a table as a whole."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def routes(self) -> list[Route]:
        """Return all routes of a table as a whole."""
        table = "/api/tables/{table}"
        return [
            Route("/api/tables", answered(self.open), methods=["POST"]),
            Route(table, answered(self.delete), methods=["DELETE"]),
            Route(f"{table}/links", answered(self.links), methods=["GET"]),
            Route(f"{table}/link", answered(self.link), methods=["POST"]),
            Route(f"{table}/rematch", answered(self.rematch), methods=["POST"]),
            Route(f"{table}/replay.json", answered(self.replay), methods=["GET"]),
            Route(f"{table}/replay.html", answered(self.replay_page), methods=["GET"]),
        ]

    async def open(self, request: Request) -> Response:
        """Begin a game: {"game": "ludo", "players": 4, "mode": "ffa", "seats": [..]}."""
        server = self._server
        server.check_new_table(request)
        body = await body_of(request, _OPENED)
        spec = spec_asked(body)
        position, analysis = body.get("position", ""), body.get("analysis", True)
        if type(analysis) is not bool:
            raise Refusal(WRONG, f"analysis is true or false, not {quoted(analysis)}.")
        seats = seats_asked(body.get("seats"), spec.players)
        clock = clock_asked(body.get("clock", {}))
        room = server.lobby.open(spec, seats, position, analysis=analysis, clock=clock)
        return JSONResponse({"table": room.terms.id, **links_of(room)}, 201)

    async def links(self, request: Request) -> Response:
        """Return the tokens of a table to its host."""
        room, role, _ = self._server.table(request)
        check_host(role)
        return JSONResponse(links_of(room))

    async def link(self, request: Request) -> Response:
        """Give a friend's seat a new link: {"seat": 2}."""
        room, role, _ = self._server.table(request)
        check_host(role)
        number = (await body_of(request, {"seat"})).get("seat")
        if type(number) is not int or not 0 <= number < len(room.seats):
            raise Refusal(WRONG, f"seat is a number 0..{len(room.seats) - 1}.")
        seat = room.seats[number]
        if seat.kind != FRIEND:
            raise Refusal(NOT_NOW, f"The seat of player_{number} has no link.")
        channel, old = self._server.channel(room), seat.token
        channel.publish(room.new_link(number, new_token()))
        channel.dismiss(old)
        return JSONResponse(links_of(room))

    async def rematch(self, request: Request) -> Response:
        """Begin the next game of the same people, each one seat further."""
        room, role, _ = self._server.table(request)
        await body_of(request, set())
        if not role.host and not role.seats:
            raise Refusal(FORBIDDEN, "Those who look on cannot ask for a rematch.")
        asked_before = bool(room.next_game)
        following = self._server.lobby.rematch(room)
        if not asked_before:
            last = Event(room.number, "rematch", -1, room.next_game)
            self._server.channel(room).publish(last)
        return JSONResponse({"table": following.terms.id})

    async def delete(self, request: Request) -> Response:
        """Delete a table; only its host and the owner of the server may."""
        game = request.path_params["table"]
        if not self._server.is_owner(request):
            check_host(self._server.table(request)[1])
        self._server.lobby.delete(game)
        return JSONResponse({"deleted": game})

    async def replay(self, request: Request) -> Response:
        """Return the replay of a game that has ended, as plain data."""
        room = self._ended(request)
        return JSONResponse(await self._server.thinking.run(replay_of, *_played(room)))

    async def replay_page(self, request: Request) -> Response:
        """Return the replay page of a game that has ended."""
        room = self._ended(request)
        page = await self._server.thinking.run(replay_page_of, *_played(room))
        return HTMLResponse(page)

    def _ended(self, request: Request) -> Room:
        """Return a room whose game has ended, so that its dice may be shown."""
        if self._server.is_owner(request):
            room, token = self._server.lobby.room(request.path_params["table"]), "owner"
        else:
            room, _, token = self._server.table(request)
        self._server.questions.take(token)
        if room.waits_for != OVER:
            raise Refusal(NOT_NOW, "The game goes on; its replay has the dice to come.")
        return room


def spec_asked(body: Any) -> Spec:
    """Return the game that a client asks for: one of the library, never a file."""
    name, players, mode = body.get("game"), body.get("players"), body.get("mode")
    if not isinstance(name, str) or name not in listed_games():
        raise Refusal(WRONG, f"{quoted(name)} is not a game of the library.")
    if players is not None and type(players) is not int:
        raise Refusal(WRONG, f"players is a whole number, not {quoted(players)}.")
    if players is not None and players not in listed_games()[name].players:
        known = ", ".join(map(str, listed_games()[name].players))
        raise Refusal(WRONG, f"{name} has {known} players, not {quoted(players)}.")
    if mode is not None and mode not in listed_games()[name].modes:
        raise Refusal(WRONG, f"{name} has no mode {quoted(mode)}.")
    return spec_with(name, players, mode)


def links_of(room: Room) -> dict[str, Any]:
    """Return the tokens of a table, for its host."""
    friends = [seat.token if seat.kind == FRIEND else None for seat in room.seats]
    return {"host": room.terms.host, "watch": room.terms.watch, "seats": friends}


def _played(room: Room) -> tuple[Spec, int, list[int], list[str], str]:
    sitters, table = [seat.sitter for seat in room.seats], room.table
    return room.terms.spec, room.terms.seed, list(table.actions), sitters, table.start
