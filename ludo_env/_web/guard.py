"""The guard: checks of every request before the application, and headers of every answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludo_env._engine.errors import quoted
from ludo_env._web.refusal import FORBIDDEN, TOO_LARGE, WRONG, Refusal

MOST_BYTES = 65_536  # of a body
PATIENCE = 10.0  # seconds for a body
MISDIRECTED = 421
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
_MOST_DROPPED = 2**20  # bytes of a body that is refused
_PATIENCE_TO_DROP = 0.5  # seconds for its next part
# Browsers ignore this header on unencrypted pages of other machines, with a warning.
_HERE_ONLY = {"Cross-Origin-Opener-Policy": "same-origin"}
_HERE = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:|$)")


class Guard:
    """An application behind checks of host, origin and size.

    `hosts` are the allowed values of the header Host, with ports: pages of another name whose DNS
    entry leads here are refused. Every answer has strict security headers.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], most_bytes: int = MOST_BYTES) -> None:
        self._app, self._hosts = app, frozenset(host.lower() for host in hosts)
        self._most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, and pass it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                here = _HERE.match(Headers(scope=scope).get("host", "").lower())
                for name, value in (_HEADERS | (_HERE_ONLY if here else {})).items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            if scope["type"] != "http":
                return  # a websocket is never accepted
            self._check(scope["method"], Headers(scope=scope))
            received = await self._body(scope, receive)
        except Refusal as refusal:
            await _drop_rest(receive)
            answer = JSONResponse({"error": str(refusal)}, refusal.status)
            answer.headers["Connection"] = "close"
            await answer(scope, receive, sent)
            return
        await self._app(scope, received, sent)

    def _check(self, method: str, headers: Headers) -> None:
        host = headers.get("host", "").lower()
        if len(headers.getlist("host")) != 1 or host not in self._hosts:
            known = ", ".join(sorted(self._hosts))
            raise Refusal(MISDIRECTED, f"This server is {known}, not {quoted(host)}.")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{host}", f"https://{host}"}:
            raise Refusal(FORBIDDEN, f"Pages of {quoted(origin)} cannot ask this server.")
        if method not in {"GET", "HEAD"} and headers.get("sec-fetch-site", "same-origin") not in {
            "same-origin",
            "none",
        }:
            raise Refusal(FORBIDDEN, "Pages of another site cannot ask this server.")

    async def _body(self, scope: Scope, receive: Receive) -> Receive:
        """Read the body of a request; return a function that passes it to the application."""
        length = Headers(scope=scope).get("content-length", "0")
        if scope["method"] in {"GET", "HEAD", "DELETE"} and length == "0":
            return receive
        if not (length.isascii() and length.isdigit()) or len(length) > 15:
            raise Refusal(WRONG, f"Content-Length is a whole number, not {quoted(length)}.")
        if int(length) > self._most_bytes:
            raise self._too_large()
        try:
            body = await asyncio.wait_for(self._whole(receive), PATIENCE)
        except (asyncio.TimeoutError, TimeoutError):
            raise Refusal(408, f"A body has to be here within {PATIENCE:g} seconds.") from None
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def received() -> Message:
            return waiting.pop() if waiting else await receive()

        return received

    async def _whole(self, receive: Receive) -> bytes:
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refusal(WRONG, "The request has ended before its body.")
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._most_bytes:
                raise self._too_large()
        return body

    def _too_large(self) -> Refusal:
        return Refusal(TOO_LARGE, f"A request has at most {self._most_bytes} bytes.")


async def _drop_rest(receive: Receive) -> None:
    """Read the rest of a refused body, up to a limit.

    A connection that is closed with unread data is reset, and its client may lose the answer.
    """
    left, message = _MOST_DROPPED, await _next(receive)
    while message is not None and message.get("more_body", False) and left > 0:
        left -= len(message.get("body", b""))
        message = await _next(receive)


async def _next(receive: Receive) -> Message | None:
    try:
        return await asyncio.wait_for(receive(), _PATIENCE_TO_DROP)
    except (asyncio.TimeoutError, TimeoutError):
        return None
