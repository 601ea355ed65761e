"""The routes of the pages: their files, the list of games, and the archive of the owner."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ludo_env._engine.errors import quoted
from ludo_env._engine.game import game_of
from ludo_env._play.table import Table
from ludo_env._render.paint.svg import svg_of
from ludo_env._render.paint.theme import DAY, NIGHT
from ludo_env._render.replay_page import palette_style
from ludo_env._render.scene import scene_of
from ludo_env._web.archive import as_lines, as_parquet, row_of
from ludo_env._web.played import has_hands_of
from ludo_env._web.refusal import UNKNOWN, WRONG, Refusal
from ludo_env._web.request import answered
from ludo_env._web.seat import sitting_agents
from ludo_env._web.server import Server
from ludo_env.catalogue import listed_games

_PAGES = files("ludo_env._web") / "page"
_PARTS = files("ludo_env._render") / "page_parts"
# All files that a browser can ask for: no part of a path comes from a request.
_FILES = {
    "base.css": ("text/css", (_PARTS / "base.css",)),
    "table.css": ("text/css", (_PAGES / "table.css",)),
    "home.css": ("text/css", (_PAGES / "home.css",)),
    "look.js": ("text/javascript", (_PARTS / "look.js",)),
    "board.js": ("text/javascript", (_PARTS / "board.js",)),
    "arts.js": ("text/javascript", (_PAGES / "arts.js",)),
    "talk.js": ("text/javascript", (_PAGES / "talk.js",)),
    "selection.js": ("text/javascript", (_PAGES / "selection.js",)),
    "table.js": ("text/javascript", (_PAGES / "table.js",)),
    "table_board.js": ("text/javascript", (_PAGES / "table_board.js",)),
    "table_seats.js": ("text/javascript", (_PAGES / "table_seats.js",)),
    "table_keys.js": ("text/javascript", (_PAGES / "table_keys.js",)),
    "home.js": ("text/javascript", (_PAGES / "home.js",)),
    "chances.css": ("text/css", (_PAGES / "chances.css",)),
    "chances.js": ("text/javascript", (_PAGES / "chances.js",)),
    "analysis.js": ("text/javascript", (_PAGES / "analysis.js",)),
    "open_replay.js": ("text/javascript", (_PAGES / "open_replay.js",)),
    "shared.js": ("text/javascript", (_PAGES / "shared.js",)),
    "editor.css": ("text/css", (_PAGES / "editor.css",)),
    "editor.js": ("text/javascript", (_PAGES / "editor.js",)),
    "table_chances.js": ("text/javascript", (_PAGES / "table_chances.js",)),
    # The page of a replay, of which an analysis is made.
    "replay.css": ("text/css", (_PARTS / "page.css",)),
    "replay.js": ("text/javascript", (_PARTS / "board.js", _PARTS / "page.js")),
}
_MOST_LISTED, _MOST_EXPORTED = 100, 10_000


class PageRoutes:
    """The answers to requests about no table in particular."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def routes(self) -> list[Route]:
        """Return all routes of pages."""
        return [
            Route("/", answered(self.home), methods=["GET"]),
            Route("/table/{table}", answered(self.table), methods=["GET"]),
            Route("/analysis/{table}", answered(self.analysis), methods=["GET"]),
            Route("/page/{name}", answered(self.file), methods=["GET"]),
            Route("/api/games", answered(self.games), methods=["GET"]),
            Route("/api/games/{game}/{scheme}.svg", answered(self.picture), methods=["GET"]),
            Route("/api/tables", answered(self.archive), methods=["GET"]),
            Route("/api/export", answered(self.export), methods=["GET"]),
        ]

    async def home(self, request: Request) -> Response:
        """Return the page on which tables begin."""
        return HTMLResponse(page_text("home.html"))

    async def table(self, request: Request) -> Response:
        """Return the page of a table; the same for all, its token is known to the browser only."""
        return HTMLResponse(page_text("table.html"))

    async def analysis(self, request: Request) -> Response:
        """Return the page of an analysis; the same for all games, like that of a table."""
        return HTMLResponse(page_text("analysis.html"))

    async def file(self, request: Request) -> Response:
        """Return a style or a script of the pages."""
        name = request.path_params["name"]
        if name not in _FILES:
            raise Refusal(UNKNOWN, f"There is no file {quoted(name)}.")
        kind, parts = _FILES[name]
        text = "\n".join(part.read_text("utf-8") for part in parts)
        if name == "base.css":
            text = palette_style() + text
        return Response(text, media_type=kind)

    async def games(self, request: Request) -> Response:
        """Return the games with their variants, and the agents that can be seated."""
        return JSONResponse({"games": _games(), "agents": list(sitting_agents())})

    async def picture(self, request: Request) -> Response:
        """Return the picture of a game at its beginning."""
        game, scheme = request.path_params["game"], request.path_params["scheme"]
        if game not in listed_games() or scheme not in {"day", "night"}:
            raise Refusal(UNKNOWN, f"There is no picture of {quoted(game)}.")
        return Response(_picture(game, scheme == "night"), media_type="image/svg+xml")

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

    async def export(self, request: Request) -> Response:
        """Return all games that have ended: ?format=jsonl or parquet, and the filters of lists."""
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


@lru_cache(maxsize=1)
def _games() -> list[dict[str, object]]:
    return [
        {
            "name": name,
            "summary": entry.summary,
            "players": list(entry.players),
            "modes": list(entry.modes),
            "hands": has_hands_of(entry.spec()),
        }
        for name, entry in listed_games().items()
    ]


@lru_cache(maxsize=200)
def _picture(game: str, night: bool) -> str:
    """Return the picture of a game at its beginning, the same each time."""
    record = Table(listed_games()[game].spec(), [], 1, 0, "python").record
    spec = listed_games()[game].spec()
    return svg_of(scene_of(game_of(spec, "python"), record), NIGHT if night else DAY)


def page_text(name: str) -> str:
    """Return the text of a page."""
    return (_PAGES / name).read_text("utf-8")
