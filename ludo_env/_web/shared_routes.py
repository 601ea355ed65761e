"""Routes of games shared by link: the link contains the game, and the server stores nothing."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ludo_env._web.page_routes import page_text
from ludo_env._web.rates import Rate
from ludo_env._web.refusal import WRONG, Refusal
from ludo_env._web.request import answered, body_of
from ludo_env._web.server import Server, address_of
from ludo_env._web.worker import shared_page_of

MOST_MOVES = 3000  # of a game in a link


class SharedRoutes:
    """The responses to requests of the page of a shared game."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._rate = Rate(*server.limits.questions)

    def routes(self) -> list[Route]:
        """Return all routes of shared games."""
        return [
            Route("/shared", answered(self.page), methods=["GET"]),
            Route("/api/shared", answered(self.replay), methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        """Return the page that shows the game in its address."""
        return HTMLResponse(page_text("shared.html"))

    async def replay(self, request: Request) -> Response:
        """Return the page of a replay: {"replay": ..}, as in a file of `ludo-env record`."""
        self._rate.take(address_of(request))
        data = (await body_of(request, {"replay"})).get("replay")
        actions = data.get("actions") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(actions, list):
            raise Refusal(WRONG, "replay is an object, as in the file of a replay.")
        if len(actions) > MOST_MOVES:
            raise Refusal(WRONG, f"A game in a link has at most {MOST_MOVES} moves.")
        return HTMLResponse(await self._server.thinking.run(shared_page_of, data))
