"""Streams: the messages of a listener, as server-sent events or lines, until either side ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ludo_env._web.listener import Listener

BEAT = 15.0  # seconds after which a quiet stream shows that it is alive
PATIENCE = 20.0  # seconds in which the client has to accept a message
# For streams of lines (True) and of events: the start, the sign of life, and the media type.
_HEAD = {False: b"retry: 500\n\n", True: b""}
_ALIVE = {False: b": still here\n\n", True: b"\n"}
_KIND = {False: "text/event-stream", True: "application/x-ndjson"}


class EventStream(Response):
    """The response to a listener, which stays open."""

    def __init__(self, listener: Listener, left: Callable[[], None]) -> None:
        kind = _KIND[listener.lines]
        super().__init__(headers={"X-Accel-Buffering": "no"}, media_type=kind)
        del self.headers["content-length"]
        self._listener, self._left = listener, left

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send messages until the listener is dropped or the client disconnects."""
        gone = asyncio.create_task(_gone(receive))
        try:
            start = {
                "type": "http.response.start",
                "status": self.status_code,
                "headers": self.raw_headers,
            }
            await send(start)
            await _send(send, _HEAD[self._listener.lines])
            while not gone.done():
                message = await self._next(gone)
                if message is None:
                    break
                await _send(send, message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (OSError, asyncio.TimeoutError, TimeoutError):
            pass  # the client has disconnected, or accepts no data
        finally:
            gone.cancel()
            self._left()

    async def _next(self, gone: asyncio.Task[None]) -> bytes | None:
        """Return the next message, or a sign of life; None at the end."""
        waiting = asyncio.create_task(self._listener.queue.get())
        await asyncio.wait([waiting, gone], timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
        if waiting.done():
            return waiting.result()
        waiting.cancel()
        return None if gone.done() else _ALIVE[self._listener.lines]


async def _send(send: Send, body: bytes) -> None:
    message = {"type": "http.response.body", "body": body, "more_body": True}
    await asyncio.wait_for(send(message), PATIENCE)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
