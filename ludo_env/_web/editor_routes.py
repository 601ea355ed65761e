"""Routes of the position editor: its page, and positions with their pictures."""

from __future__ import annotations

from math import isfinite
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ludo_env._engine.errors import LudoError, cut, quoted
from ludo_env._web.page_routes import page_text
from ludo_env._web.rates import Rate
from ludo_env._web.refusal import WRONG, Refusal
from ludo_env._web.request import answered, body_of
from ludo_env._web.server import Server, address_of
from ludo_env._web.table_routes import spec_asked
from ludo_env._web.worker import edited

_LONGEST = 2000  # letters of a position, and of a word in it
_FARTHEST = 1000.0  # squares


class EditorRoutes:
    """The responses to requests of the position editor."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._rate = Rate(*server.limits.edits)

    def routes(self) -> list[Route]:
        """Return all routes of the editor."""
        return [
            Route("/editor", answered(self.page), methods=["GET"]),
            Route("/api/positions", answered(self.position), methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        """Return the page of the editor; the game is in its address."""
        return HTMLResponse(page_text("editor.html"))

    async def position(self, request: Request) -> Response:
        """Return a position after a change, with its picture, or {"refused": reason}.

        {"game": "ludo", "position": "", "change": {"item": "piece 0 1", "x": 3.5, "y": 7.5}}; the
        change can also be {"key": "dice", "word": "6"}, or missing.
        """
        self._rate.take(address_of(request))
        body = await body_of(request, {"game", "players", "mode", "position", "change"})
        spec, change = spec_asked(body), _change(body.get("change"))
        text = _text(body.get("position", ""), "position")
        try:
            return JSONResponse(await self._server.thinking.run(edited, spec, text, change))
        except Refusal:
            raise
        except LudoError as error:  # the rules refuse it, which is normal during a set-up
            return JSONResponse({"refused": cut(str(error), 400)})


def _change(change: Any) -> dict[str, Any]:
    """Return a change of a position; refuse wrong names and types."""
    if change is None:
        return {}
    if isinstance(change, dict) and change.keys() == {"item", "x", "y"}:
        at = [change["x"], change["y"]]
        if all(type(one) in {int, float} and isfinite(one) and abs(one) < _FARTHEST for one in at):
            return {**change, "item": _text(change["item"], "item")}
    if isinstance(change, dict) and change.keys() == {"key", "word"}:
        return {name: _text(value, name) for name, value in change.items()}
    raise Refusal(
        WRONG,
        f"change is an object with item, x and y, or with key and word, not {quoted(change)}.",
    )


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST or not value.isprintable():
        raise Refusal(
            WRONG, f"{name} is a text of at most {_LONGEST} letters, not {quoted(value)}."
        )
    return value
