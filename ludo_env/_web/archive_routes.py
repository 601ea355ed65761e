"""Routes of the archive, for the owner of the server: all games, their export, and ratings."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ludo_env._engine.errors import quoted
from ludo_env._web.archive import as_lines, as_parquet, row_of
from ludo_env._web.ratings import MOST_RATED, ratings_of
from ludo_env._web.refusal import WRONG, Refusal
from ludo_env._web.request import answered
from ludo_env._web.server import Server

_MOST_LISTED, _MOST_EXPORTED = 100, 10_000


class ArchiveRoutes:
    """The responses to the owner about the games in the database."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def routes(self) -> list[Route]:
        """Return all routes of the archive."""
        return [
            Route("/api/tables", answered(self.archive), methods=["GET"]),
            Route("/api/export", answered(self.export), methods=["GET"]),
            Route("/api/ratings", answered(self.ratings), methods=["GET"]),
        ]

    async def archive(self, request: Request) -> Response:
        """Return the newest games: ?game=ludo&sitter=ann&state=ended&before=TIME."""
        self._server.check_owner(request)
        asked = request.query_params
        state, before = asked.get("state", ""), asked.get("before", "")
        if state not in {"", "ended", "running"}:
            raise Refusal(WRONG, f"state is ended or running, not {quoted(state)}.")
        filters = {
            "name": asked.get("game") or None,
            "sitter": asked.get("sitter") or None,
            "ended": {"ended": 1, "running": 0}.get(state),
            "before": _time(before) if before else None,
        }
        found = self._server.store.listed(filters, _MOST_LISTED)
        return JSONResponse({"games": found, "most": _MOST_LISTED})

    async def ratings(self, request: Request) -> Response:
        """Return the ratings of named people and of agents: ?game=ludo."""
        server = self._server
        server.check_owner(request)
        server.questions.take("owner")
        games = server.store.rated(request.query_params.get("game") or None, MOST_RATED)
        return JSONResponse(await server.thinking.run(ratings_of, games))

    async def export(self, request: Request) -> Response:
        """Return all games that have ended: ?format=jsonl or parquet, with `game` and `sitter`."""
        server, asked = self._server, request.query_params
        server.check_owner(request)
        kind = asked.get("format", "jsonl")
        if kind not in {"jsonl", "parquet"}:
            raise Refusal(WRONG, f"format is jsonl or parquet, not {quoted(kind)}.")
        filters = {"name": asked.get("game") or None, "sitter": asked.get("sitter") or None}
        rows = []
        for game in server.store.listed({**filters, "ended": 1}, _MOST_EXPORTED):
            kept = server.store.load(game["id"])
            row = None if kept is None else await server.thinking.run(row_of, *kept)
            if row is not None:
                rows.append(row)
        text = await server.thinking.run(as_parquet if kind == "parquet" else as_lines, rows)
        name = f'attachment; filename="games.{kind}"'
        return Response(
            text, media_type="application/octet-stream", headers={"Content-Disposition": name}
        )


def _time(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise Refusal(WRONG, f"before is a time in seconds, not {quoted(text)}.") from None
