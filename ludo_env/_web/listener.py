"""Listeners: clients with an open stream, and the messages that they have not read."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ludo_env._web.access import Role

_QUEUE = 64  # most unread messages of a listener


class Listener:
    """A page, or a program that reads lines, with its role and its unread messages."""

    def __init__(self, role: Role, token: str, viewer: int | None, *, lines: bool = False) -> None:
        self.role, self.token, self.viewer, self.lines = role, token, viewer, lines
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(_QUEUE)

    def send(self, message: bytes | None) -> bool:
        """Add a message; return False if too many are waiting."""
        with suppress(asyncio.QueueFull):
            self.queue.put_nowait(message)
            return True
        return False

    def end(self) -> None:
        """End the stream; unread messages are dropped."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)
