"""Routes of the pages: their files, and the games that can be played."""

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
from ludo_env._web.played import has_hands_of
from ludo_env._web.refusal import UNKNOWN, Refusal
from ludo_env._web.request import answered
from ludo_env._web.seat import sitting_agents
from ludo_env._web.server import Server
from ludo_env.catalogue import listed_games

_PAGES = files("ludo_env._web") / "page"
_PARTS = files("ludo_env._render") / "page_parts"
# All files that a browser can request: no part of a path comes from a request.
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
    "archive.js": ("text/javascript", (_PAGES / "archive.js",)),
    "home.js": ("text/javascript", (_PAGES / "home.js",)),
    "chances.css": ("text/css", (_PAGES / "chances.css",)),
    "chances.js": ("text/javascript", (_PAGES / "chances.js",)),
    "analysis.js": ("text/javascript", (_PAGES / "analysis.js",)),
    "open_replay.js": ("text/javascript", (_PAGES / "open_replay.js",)),
    "shared.js": ("text/javascript", (_PAGES / "shared.js",)),
    "editor.css": ("text/css", (_PAGES / "editor.css",)),
    "editor.js": ("text/javascript", (_PAGES / "editor.js",)),
    "table_chances.js": ("text/javascript", (_PAGES / "table_chances.js",)),
    # The files of the replay page, which the analysis page also uses.
    "replay.css": ("text/css", (_PARTS / "page.css",)),
    "replay.js": ("text/javascript", (_PARTS / "board.js", _PARTS / "page.js")),
}


class PageRoutes:
    """The responses to requests that are not about one table."""

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
        ]

    async def home(self, request: Request) -> Response:
        """Return the start page, where tables are opened."""
        return HTMLResponse(page_text("home.html"))

    async def table(self, request: Request) -> Response:
        """Return the page of a table, the same for all; only the browser knows the token."""
        return HTMLResponse(page_text("table.html"))

    async def analysis(self, request: Request) -> Response:
        """Return the page of an analysis, the same for all games."""
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
    """Return the picture of a game at its beginning, always with the same seed."""
    record = Table(listed_games()[game].spec(), [], 1, 0, "python").record
    spec = listed_games()[game].spec()
    return svg_of(scene_of(game_of(spec, "python"), record), NIGHT if night else DAY)


def page_text(name: str) -> str:
    """Return the text of a page."""
    return (_PAGES / name).read_text("utf-8")
