"""Routes of analysis: chances, judged moves, whether they are shown, and branches of games."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ludo_env._engine.errors import quoted
from ludo_env._web.access import check_host
from ludo_env._web.analysis import AT_ONCE, Analyses
from ludo_env._web.played import OVER
from ludo_env._web.refusal import NOT_NOW, WRONG, Refusal
from ludo_env._web.request import answered, body_of
from ludo_env._web.room import Room
from ludo_env._web.seat import seats_asked
from ludo_env._web.server import Server
from ludo_env._web.table_routes import links_of
from ludo_env._web.worker import position_of


class AnalysisRoutes:
    """The responses to requests about chances and judged moves."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._analyses = Analyses(server.store, server.thinking)

    def routes(self) -> list[Route]:
        """Return all routes of analysis."""
        table = "/api/tables/{table}"
        return [
            Route(f"{table}/analysis", answered(self.analysis), methods=["GET"]),
            Route(f"{table}/analysis", answered(self.show), methods=["POST"]),
            Route(f"{table}/branch", answered(self.branch), methods=["POST"]),
        ]

    async def analysis(self, request: Request) -> Response:
        """Return chances and judged moves: ?from=12&count=20; `count` limits new judgements."""
        room = self._room(request)
        first = _number(request.query_params.get("from", "0"), "from")
        count = _number(request.query_params.get("count", str(AT_ONCE)), "count")
        return JSONResponse(await self._analyses.of(room, first, min(count, AT_ONCE)))

    async def show(self, request: Request) -> Response:
        """Choose whether chances are shown while the game goes on: {"shown": false}."""
        room, role, _ = self._server.table(request)
        check_host(role)
        event = room.show_chances((await body_of(request, {"shown"})).get("shown"))
        self._server.channel(room).publish(event)
        return JSONResponse({"number": room.number})

    async def branch(self, request: Request) -> Response:
        """Begin a game at a move of one that has ended: {"move": 12, "seats": [..]}.

        The dice to come are new.
        """
        server = self._server
        room = self._room(request)
        if room.waits_for != OVER:
            raise Refusal(NOT_NOW, "The game goes on; others can begin from it after its end.")
        server.check_new_table(request)
        body = await body_of(request, {"move", "seats"})
        move, spec = body.get("move"), room.terms.spec
        if type(move) is not int or not 0 <= move < room.table.moves:
            raise Refusal(WRONG, f"move is a number 0..{room.table.moves - 1}, not {quoted(move)}.")
        seats = seats_asked(body.get("seats"), spec.players)
        actions, start = room.table.actions[:move], room.table.start
        position = await server.thinking.run(position_of, spec, room.terms.seed, actions, start)
        following = server.lobby.open(spec, seats, position)
        return JSONResponse({"table": following.terms.id, **links_of(following)}, 201)

    def _room(self, request: Request) -> Room:
        """Return the room of a request; the owner may see all rooms."""
        if self._server.is_owner(request):
            return self._server.lobby.room(request.path_params["table"])
        return self._server.table(request)[0]


def _number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Refusal(WRONG, f"{name} is a whole number of 0 or more, not {quoted(text)}.")
    return int(text)
