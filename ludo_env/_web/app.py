"""The application: all routes behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from ludo_env._web.analysis_routes import AnalysisRoutes
from ludo_env._web.archive_routes import ArchiveRoutes
from ludo_env._web.editor_routes import EditorRoutes
from ludo_env._web.guard import Guard
from ludo_env._web.page_routes import PageRoutes
from ludo_env._web.play_routes import PlayRoutes
from ludo_env._web.request import refused
from ludo_env._web.server import Server
from ludo_env._web.shared_routes import SharedRoutes
from ludo_env._web.stream_routes import StreamRoutes
from ludo_env._web.table_routes import TableRoutes


def application(server: Server, hosts: Iterable[str]) -> ASGIApp:
    """Return the application of a server for these values of the header Host, with ports."""

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        server.thinking.start()
        yield
        server.close()

    app = Starlette(
        routes=[
            *TableRoutes(server).routes(),
            *StreamRoutes(server).routes(),
            *PlayRoutes(server).routes(),
            *AnalysisRoutes(server).routes(),
            *EditorRoutes(server).routes(),
            *ArchiveRoutes(server).routes(),
            *SharedRoutes(server).routes(),
            *PageRoutes(server).routes(),
        ],
        exception_handlers={HTTPException: _not_found, Exception: _failed},
        lifespan=living,
    )
    return Guard(app, hosts)


async def _not_found(request: Request, error: Exception) -> Response:
    """Answer a request with an unknown path or method."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    return refused(status, "There is nothing here, or not by this method.")


async def _failed(request: Request, error: Exception) -> Response:
    """Answer a request that failed by an error of the server, without details."""
    return refused(500, "The server has failed; its log says how.")
