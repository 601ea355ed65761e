"""Drivers: what a table does by itself while somebody looks on: agents, and forced passes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from ludo_env._engine.errors import LudoError, cut
from ludo_env._web.room import AGENT, PASS, Event, Room
from ludo_env._web.thinking import Thinking

_LINGER = 20.0  # seconds for which agents play on when nobody looks on


class Driver:
    """Plays what nobody decides, at a pace that can be followed.

    `is_watched` says whether somebody looks on; `publish` sends an event to everybody, and `warn`
    a sentence about why the game cannot go on.
    """

    def __init__(
        self,
        room: Room,
        thinking: Thinking,
        pace: float,
        is_watched: Callable[[], bool],
        publish: Callable[[Event], None],
        warn: Callable[[str], None],
    ) -> None:
        self._room, self._thinking, self._pace = room, thinking, pace
        self._is_watched, self._publish, self._warn = is_watched, publish, warn
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._left_at = time.monotonic()
        self.trouble = ""  # why the game cannot go on

    @property
    def is_running(self) -> bool:
        """Return whether agents play."""
        return self._task is not None

    def start(self) -> None:
        """Play from now on, until nobody has looked on for a while."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drive())

    def stop(self) -> None:
        """Play no longer."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def left(self) -> None:
        """Note that somebody has gone."""
        self._left_at = time.monotonic()

    def goes_on(self) -> None:
        """Note that the room has changed: an agent may be to act, and trouble may be over."""
        self.trouble = ""
        self._wake.set()

    async def _drive(self) -> None:
        try:
            while self._is_watched() or time.monotonic() - self._left_at < _LINGER:
                self._wake.clear()
                if self.trouble or self._room.waits_for not in (AGENT, PASS):
                    with suppress(asyncio.TimeoutError):
                        await asyncio.wait_for(self._wake.wait(), _LINGER)
                    continue
                await self._step()
        finally:
            self._task = None

    async def _step(self) -> None:
        room, begun = self._room, time.monotonic()
        waits, asked, agent = room.waits_for, room.asked, room.seats[room.turn].agent
        try:
            action = room.game.pass_action if waits == PASS else await self._thinking.choice(room)
            await asyncio.sleep(max(0.0, self._pace - (time.monotonic() - begun)))
            if (room.waits_for, room.asked) != (waits, asked):
                return  # somebody has taken the move back, or the seat
            if room.seats[room.turn].agent == agent:
                self._publish(room.play(room.turn, action, asked))
        except LudoError as error:
            self.trouble = cut(f"player_{room.turn} cannot go on: {error}", 300)
            self._warn(self.trouble)
