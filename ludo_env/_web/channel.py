"""Channels: the listeners of a room, and the events sent to them."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from ludo_env._web.access import Role
from ludo_env._web.driver import Driver
from ludo_env._web.event import Event
from ludo_env._web.lines import Lines
from ludo_env._web.listener import Listener
from ludo_env._web.played import AGENT, PASS
from ludo_env._web.refusal import TOO_MANY, Refusal
from ludo_env._web.room import Room
from ludo_env._web.snapshot import Snapshots
from ludo_env._web.thinking import Thinking

MOST_LISTENERS = 160  # of a room
MOST_OF_ONE = 12  # listeners with the same token
_LOG = 48  # events kept for a listener that reconnects


class Channel:
    """A room with its listeners: pages receive pictures, and programs receive lines."""

    def __init__(
        self, room: Room, thinking: Thinking, pace: float, note: Callable[[Room], None]
    ) -> None:
        self.room, self.snapshots = room, Snapshots(room)
        self.lines = Lines(room, self.snapshots)
        self.listeners: set[Listener] = set()
        self._note, self._published = note, room.number
        self._logs: dict[int | None, deque[tuple[int, bytes]]] = {}  # by viewer
        self._driver = Driver(room, thinking, pace, self._present, self.publish, self._warn)

    @property
    def in_use(self) -> bool:
        """Return whether there are listeners, or agents still play."""
        plays = self._driver.is_running and self.room.waits_for in (AGENT, PASS)
        return bool(self.listeners) or plays

    def join(self, role: Role, token: str, after: int | None, *, lines: bool = False) -> Listener:
        """Return a new listener; it gets the events after number `after`, or the whole state."""
        same = sum(listener.token == token for listener in self.listeners)
        if len(self.listeners) >= MOST_LISTENERS or same >= MOST_OF_ONE:
            raise Refusal(TOO_MANY, "Too many pages of this table are open.")
        viewer = self.snapshots.viewer(role.seats)
        listener = Listener(role, token, viewer, lines=lines)
        missed = self.lines.missed(viewer, role, after) if lines else self._missed(viewer, after)
        for message in missed:
            listener.send(message)
        self.listeners.add(listener)
        if not lines:
            you = {"seats": sorted(role.seats), "host": role.host, "now": self.room.now()}
            listener.send(_message({"kind": "you", **you}))
            self._send_choices([listener])
        self._send_presence()
        if self._driver.trouble:
            self._warn(self._driver.trouble, [listener])
        self._driver.start()
        self._driver.came()
        return listener

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        if listener in self.listeners:
            self.listeners.discard(listener)
            self._driver.left()
            self._send_presence()

    def dismiss(self, token: str) -> None:
        """End the streams of a token that is no longer valid."""
        for listener in [one for one in self.listeners if one.token == token]:
            self.listeners.discard(listener)
            listener.end()

    def close(self) -> None:
        """End all streams, and the agents."""
        for token in {listener.token for listener in self.listeners}:
            self.dismiss(token)
        self._driver.stop()

    def publish(self, event: Event | None) -> None:
        """Send an event that has just happened to all listeners; None means no event."""
        if event is None or event.number <= self._published:
            return  # a repeated request
        self._published = event.number
        self._note(self.room)
        by_viewer = {}
        for viewer in {listener.viewer for listener in self._pages()}:
            data = self.snapshots.event(event, viewer)
            by_viewer[viewer] = _message(data, event.number)
        for viewer in [viewer for viewer in self._logs if viewer not in by_viewer]:
            del self._logs[viewer]  # it would miss this event
        for viewer, message in by_viewer.items():
            self._logs.setdefault(viewer, deque(maxlen=_LOG)).append((event.number, message))
        self._send(self._pages(), lambda listener: by_viewer[listener.viewer])
        self._send_choices(self._pages())
        programs = [listener for listener in self.listeners if listener.lines]
        lines = self.lines.publish(event, (listener.viewer for listener in programs))
        self._send(programs, lambda one: self.lines.message(lines[one.viewer], one.role))
        self._driver.goes_on()

    # ------------------------------------------------------------------ messages

    def _pages(self) -> list[Listener]:
        return [listener for listener in self.listeners if not listener.lines]

    def _missed(self, viewer: int | None, after: int | None) -> list[bytes]:
        """Return the events after a number, or the whole state if the log lacks some of them."""
        log = self._logs.get(viewer, ())
        if after is not None:
            missed = [message for number, message in log if number > after]
            if log and len(missed) == self.room.number - after:
                return missed
        return [_message(self.snapshots.state(viewer), self.room.number)]

    def _send_choices(self, pages: list[Listener]) -> None:
        """Send the choices to the pages of the player to act."""
        acting = [page for page in pages if self.room.turn in page.role.seats]
        choices = self.snapshots.choices([self.room.turn]) if acting else None
        if choices is not None:
            data = {"kind": "choices", "asked": self.room.asked, **choices}
            message = _message(data)
            self._send(acting, lambda _: message)

    def _present(self) -> set[int] | None:
        """Return the seats of all listeners; None without listeners."""
        roles = [listener.role for listener in self.listeners]
        return set().union(*(role.seats for role in roles)) if roles else None

    def _send_presence(self) -> None:
        """Send the connected seats and the number of spectators to all pages."""
        present = self._present() or set()
        watching = sum(not listener.role.seats for listener in self.listeners)
        message = _message({"kind": "presence", "seats": sorted(present), "watching": watching})
        self._send(self._pages(), lambda _: message)

    def _warn(self, words: str, listeners: Iterable[Listener] | None = None) -> None:
        """Send the reason why the game cannot go on."""
        message, line = _message({"kind": "trouble", "words": words}), self.lines.trouble(words)
        asked = list(self.listeners if listeners is None else listeners)
        self._send(asked, lambda listener: line if listener.lines else message)

    def _send(self, listeners: list[Listener], message: Callable[[Listener], bytes]) -> None:
        """Send a message to listeners; drop those too far behind, which can reconnect."""
        for listener in listeners:
            if not listener.send(message(listener)):
                self.listeners.discard(listener)
                listener.end()


def _message(data: dict[str, Any], number: int | None = None) -> bytes:
    """Return data as a server-sent event, with its number as the id if it has one."""
    head = "" if number is None else f"id: {number}\n"
    return f"{head}data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
