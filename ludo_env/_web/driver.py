"""Drivers: play the moves of agents and forced passes of a table while clients are connected."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from ludo_env._engine.errors import LudoError, cut
from ludo_env._web.event import Event
from ludo_env._web.played import AGENT, PASS
from ludo_env._web.room import Room
from ludo_env._web.thinking import Thinking

_LINGER = 20.0  # seconds for which agents and clocks go on without anybody connected
_TICK = 0.25  # seconds between two checks of a clock


class Driver:
    """Player of agents' moves and forced passes, at a pace that people can follow.

    `present` returns the connected seats, or None without listeners. `publish` sends an event to
    all listeners, and `warn` the reason why the game cannot go on. Clocks pause while no player is
    connected, also while no server runs; then the time of the move starts again.
    """

    def __init__(
        self,
        room: Room,
        thinking: Thinking,
        pace: float,
        present: Callable[[], set[int] | None],
        publish: Callable[[Event | None], None],
        warn: Callable[[str], None],
    ) -> None:
        self._room, self._thinking, self._pace = room, thinking, pace
        self._present, self._publish, self._warn = present, publish, warn
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._left_at = time.monotonic()
        self._arrived: set[int] = set()  # the seats that have been connected
        self._played_at = float("-inf")  # when a player was last connected
        self.trouble = ""  # why the game cannot go on

    @property
    def is_running(self) -> bool:
        """Return whether the task that plays is running."""
        return self._task is not None

    def start(self) -> None:
        """Start to play, until nobody has been connected for a while."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drive())

    def stop(self) -> None:
        """Stop playing."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def left(self) -> None:
        """Record that a listener has left."""
        self._left_at = time.monotonic()

    def goes_on(self) -> None:
        """React to a change of the room: an agent may be to act, and trouble may be over."""
        self.trouble = ""
        self.came()  # a missing person may have handed their seat to an agent
        self._wake.set()

    def came(self) -> None:
        """Record who is connected; start the clock once all have come, and after a pause."""
        present, now = self._present() or set(), time.monotonic()
        if not present:
            return
        room, rested = self._room, now - self._played_at > _LINGER
        self._arrived |= present
        self._played_at = now
        people = {number for number, seat in enumerate(room.seats) if seat.person_plays}
        if rested if room.clock.runs else people <= self._arrived:
            with suppress(LudoError):  # the next call tries again
                self._publish(room.start_clock())

    async def _drive(self) -> None:
        try:
            while self._present() is not None or time.monotonic() - self._left_at < _LINGER:
                self._wake.clear()
                if self.trouble or self._room.waits_for not in (AGENT, PASS):
                    await self._wait()
                else:
                    await self._step()
        finally:
            self._task = None

    async def _wait(self) -> None:
        """Wait until the room has changed, or handle the end of a player's time."""
        if self._present():
            self._played_at = time.monotonic()
        rests = time.monotonic() - self._played_at > _LINGER
        left = None if rests or self.trouble else self._room.time_left()
        if left is not None and left <= 0:
            try:
                self._publish(self._room.time_up())
            except LudoError as error:
                self._fail(error)
            return
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._wake.wait(), _LINGER if left is None else _TICK)

    async def _step(self) -> None:
        room, begun = self._room, time.monotonic()
        waits, asked, agent = room.waits_for, room.asked, room.agent
        try:
            action = room.game.pass_action if waits == PASS else await self._thinking.choice(room)
            await asyncio.sleep(max(0.0, self._pace - (time.monotonic() - begun)))
            if (room.waits_for, room.asked) != (waits, asked):
                return  # a person has taken back a move or the seat
            if room.agent == agent:
                self._publish(room.play(room.turn, action, asked))
        except LudoError as error:
            self._fail(error)

    def _fail(self, error: LudoError) -> None:
        self.trouble = cut(f"player_{self._room.turn} cannot go on: {error}", 300)
        self._warn(self.trouble)
