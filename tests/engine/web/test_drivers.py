"""Drivers: clocks rest while no player is present, and start anew when one comes back."""

import asyncio

import pytest
from rooms import Timed, to_decision

from ludo_env._web import driver as drivers
from ludo_env._web.driver import Driver


@pytest.fixture
def quick(monkeypatch):
    """Shorten the pauses."""
    monkeypatch.setattr(drivers, "_LINGER", 0.03)
    monkeypatch.setattr(drivers, "_TICK", 0.005)


def driven(timed, present):
    """A driver of a room in which only people play, and the kinds of its events."""
    events = []

    def publish(event):
        if event is not None:
            events.append(event.kind)
            driver.goes_on()

    driver = Driver(timed.room, None, 0.0, lambda: present[0], publish, events.append)
    return driver, events


def test_a_clock_rests_while_no_player_is_here(quick):
    """Spectators do not start it; the first player who comes back does."""
    timed = Timed("me", "friend", "friend", "friend", move=30)
    to_decision(timed.room)
    present = [{0, 1, 2, 3}]

    async def scene():
        driver, events = driven(timed, present)
        driver.came()
        assert events == ["clock"]  # after a start it begins anew
        driver.start()
        await asyncio.sleep(0.05)
        present[0] = set()
        await asyncio.sleep(0.1)
        timed.time += 1000
        await asyncio.sleep(0.1)
        driver.came()
        assert events == ["clock"]
        present[0] = {2}
        driver.came()
        assert events == ["clock", "clock"]
        assert timed.room.time_left() == 30
        timed.time += 31
        await asyncio.sleep(0.05)
        driver.stop()
        return events

    assert asyncio.run(scene())[:3] == ["clock", "clock", "time"]


def test_a_clock_goes_on_while_somebody_waits(quick):
    """It goes on while one player waits for another who has gone."""
    timed = Timed("me", "friend", "friend", "friend", move=30)
    to_decision(timed.room)
    other = (timed.room.turn + 1) % 4

    async def scene():
        driver, events = driven(timed, [{other}])
        driver.came()
        driver.start()
        await asyncio.sleep(0.1)
        timed.time += 31
        await asyncio.sleep(0.05)
        driver.stop()
        return events

    assert asyncio.run(scene())[:2] == ["clock", "time"]


def test_an_error_of_the_clock_is_shown(quick, monkeypatch):
    """The game waits, and the driver goes on."""
    timed = Timed("me", "friend", "friend", "friend", move=30)
    to_decision(timed.room)
    monkeypatch.setattr("ludo_env._web.room.MOST_EVENTS", timed.room.number)

    async def scene():
        driver, events = driven(timed, [{0, 1, 2, 3}])
        driver.came()
        driver.start()
        timed.time += 31
        await asyncio.sleep(0.05)
        assert driver.is_running
        driver.stop()
        return events

    (words,) = asyncio.run(scene())
    assert "cannot go on: A game has at most" in words
