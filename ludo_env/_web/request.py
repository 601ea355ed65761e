"""Requests: checked tokens and JSON bodies."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludo_env._engine.errors import LudoError, cut, quoted
from ludo_env._web.access import NO_TOKEN
from ludo_env._web.refusal import WRONG, Refusal

Answer: TypeAlias = Callable[[Request], Awaitable[Response]]
_LONGEST_TOKEN = 100


def token_of(request: Request) -> str:
    """Return the token of a request: `Authorization: Bearer TOKEN`."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token or len(token) > _LONGEST_TOKEN:
        raise Refusal(NO_TOKEN, "The request needs a header: Authorization: Bearer TOKEN.")
    return token.strip()


async def body_of(request: Request, known: set[str]) -> Mapping[str, Any]:
    """Return the body of a request; refuse all but a JSON object with these names."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal(WRONG, "A body is JSON, with the header Content-Type: application/json.")
    try:
        data = json.loads((await request.body()).decode("utf-8"), parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise Refusal(WRONG, "The body is not JSON.") from error
    if not isinstance(data, dict) or not known.issuperset(data):
        allowed = f"with none but {', '.join(sorted(known))}" if known else "that is empty"
        raise Refusal(WRONG, f"The body is an object {allowed}, not {quoted(data)}.")
    return data


def answered(answer: Answer) -> Answer:
    """Return a route that answers every refusal with its status and one sentence."""

    async def route(request: Request) -> Response:
        try:
            return await answer(request)
        except Refusal as refusal:
            return refused(refusal.status, str(refusal))
        except LudoError as error:
            return refused(WRONG, cut(str(error), 400))

    return route


def refused(status: int, sentence: str) -> JSONResponse:
    """Return the answer to a request that is refused."""
    return JSONResponse({"error": sentence}, status)


def _refused(name: str) -> None:
    raise ValueError(name)
