"""Channels: the listeners of a room, the events that they get, and the agents who play there."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ludo_env._engine.errors import LudoError, cut
from ludo_env._web.access import Role
from ludo_env._web.refusal import TOO_MANY, Refusal
from ludo_env._web.room import AGENT, PASS, Event, Room
from ludo_env._web.snapshot import Snapshots
from ludo_env._web.thinking import Thinking

MOST_LISTENERS = 160  # of a room
MOST_OF_ONE = 12  # listeners with the same token
_QUEUE = 64  # messages that a listener may be behind
_LOG = 64  # events that a listener gets who comes back
_LINGER = 20.0  # seconds for which agents play on when nobody looks on


class Listener:
    """Somebody with the page open: their role, and the messages that they have not read."""

    def __init__(self, role: Role, token: str, viewer: int | None) -> None:
        self.role, self.token, self.viewer = role, token, viewer
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(_QUEUE)

    def send(self, message: bytes | None) -> bool:
        """Add a message; return False if too many are waiting."""
        with suppress(asyncio.QueueFull):
            self.queue.put_nowait(message)
            return True
        return False

    def end(self) -> None:
        """End the stream: what has not been read is dropped."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Channel:
    """A room with its listeners."""

    def __init__(
        self, room: Room, thinking: Thinking, pace: float, note: Callable[[Room], None]
    ) -> None:
        self.room, self.snapshots = room, Snapshots(room)
        self._note, self._published = note, room.number
        self.listeners: set[Listener] = set()
        self._thinking, self._pace = thinking, pace
        self._logs: dict[int | None, deque[tuple[int, bytes]]] = {}  # by viewer
        self._wake = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        self._trouble = ""
        self._left_at = time.monotonic()

    @property
    def in_use(self) -> bool:
        """Return whether somebody listens, or agents still play."""
        plays = self._driver is not None and self.room.waits_for in (AGENT, PASS)
        return bool(self.listeners) or plays

    def join(self, role: Role, token: str, after: int | None) -> Listener:
        """Return a new listener, who gets what came `after` that event, or the whole state."""
        same = sum(listener.token == token for listener in self.listeners)
        if len(self.listeners) >= MOST_LISTENERS or same >= MOST_OF_ONE:
            raise Refusal(TOO_MANY, "Too many pages of this table are open.")
        listener = Listener(role, token, self.snapshots.viewer(role.seats))
        for message in self._missed(listener.viewer, after):
            listener.send(message)
        self.listeners.add(listener)
        listener.send(_message({"kind": "you", "seats": sorted(role.seats), "host": role.host}))
        self._send_choices([listener])
        self._send_presence()
        if self._trouble:
            listener.send(_message({"kind": "trouble", "words": self._trouble}))
        if self._driver is None:
            self._driver = asyncio.get_running_loop().create_task(self._drive())
        return listener

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        if listener in self.listeners:
            self.listeners.discard(listener)
            self._left_at = time.monotonic()
            self._send_presence()

    def dismiss(self, token: str) -> None:
        """End the streams of a token that opens nothing any more."""
        for listener in [one for one in self.listeners if one.token == token]:
            self.listeners.discard(listener)
            listener.end()

    def close(self) -> None:
        """End all streams, and the agents."""
        for token in {listener.token for listener in self.listeners}:
            self.dismiss(token)
        if self._driver is not None:
            self._driver.cancel()
            self._driver = None

    def publish(self, event: Event | None) -> None:
        """Send an event that has just happened to everybody; None is no event."""
        if event is None or event.number <= self._published:
            return  # a repeated request
        self._published = event.number
        self._note(self.room)
        by_viewer = {}
        for viewer in {listener.viewer for listener in self.listeners}:
            data = self.snapshots.event(event, viewer)
            by_viewer[viewer] = _message(data, event.number)
        for viewer in [viewer for viewer in self._logs if viewer not in by_viewer]:
            del self._logs[viewer]  # it would have a hole
        for viewer, message in by_viewer.items():
            self._logs.setdefault(viewer, deque(maxlen=_LOG)).append((event.number, message))
        self._send(list(self.listeners), lambda listener: by_viewer[listener.viewer])
        self._send_choices(list(self.listeners))
        self._trouble = ""
        self._wake.set()

    # ------------------------------------------------------------------ messages

    def _missed(self, viewer: int | None, after: int | None) -> list[bytes]:
        """Return the events after a number, or the whole state if they are not all here."""
        log = self._logs.get(viewer, ())
        if after is not None:
            missed = [message for number, message in log if number > after]
            if log and len(missed) == self.room.number - after:
                return missed
        return [_message(self.snapshots.state(viewer), self.room.number)]

    def _send_choices(self, listeners: list[Listener]) -> None:
        """Send their choices to those who are to act."""
        acting = [one for one in listeners if self.room.turn in one.role.seats]
        choices = self.snapshots.choices([self.room.turn]) if acting else None
        if choices is not None:
            data = {"kind": "choices", "asked": self.room.asked, **choices}
            message = _message(data)
            self._send(acting, lambda _: message)

    def _send_presence(self) -> None:
        """Tell everybody who is connected."""
        present: set[int] = set()
        for listener in self.listeners:
            present |= listener.role.seats
        watching = sum(not listener.role.seats for listener in self.listeners)
        message = _message({"kind": "presence", "seats": sorted(present), "watching": watching})
        self._send(list(self.listeners), lambda _: message)

    def _send(self, listeners: list[Listener], message: Callable[[Listener], bytes]) -> None:
        """Send to some; who is too far behind is dropped, and will come back."""
        for listener in listeners:
            if not listener.send(message(listener)):
                self.listeners.discard(listener)
                listener.end()

    # ------------------------------------------------------------------ agents and passes

    async def _drive(self) -> None:
        """Play what nobody decides: agents and forced passes, at a pace that can be followed."""
        try:
            while self.listeners or time.monotonic() - self._left_at < _LINGER:
                self._wake.clear()
                if self._trouble or self.room.waits_for not in (AGENT, PASS):
                    with suppress(asyncio.TimeoutError):
                        await asyncio.wait_for(self._wake.wait(), _LINGER)
                    continue
                await self._step()
        finally:
            self._driver = None

    async def _step(self) -> None:
        room, begun = self.room, time.monotonic()
        waits, asked, agent = room.waits_for, room.asked, room.seats[room.turn].agent
        try:
            action = room.game.pass_action if waits == PASS else await self._thinking.choice(room)
            await asyncio.sleep(max(0.0, self._pace - (time.monotonic() - begun)))
            if (room.waits_for, room.asked) != (waits, asked):
                return  # somebody has taken the move back, or the seat
            if room.seats[room.turn].agent == agent:
                self.publish(room.play(room.turn, action, asked))
        except LudoError as error:
            self._trouble = cut(f"player_{room.turn} cannot go on: {error}", 300)
            trouble = _message({"kind": "trouble", "words": self._trouble})
            self._send(list(self.listeners), lambda _: trouble)


def _message(data: dict[str, Any], number: int | None = None) -> bytes:
    """Return data as a server-sent event; numbered ones can be asked for again."""
    head = "" if number is None else f"id: {number}\n"
    return f"{head}data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
