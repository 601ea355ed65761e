"""Clocks in a browser: chosen for a new table, counting down on the plates."""

import pytest
from chromium import Chromium, found
from table_client import Page, begin

pytestmark = pytest.mark.skipif(found() is None, reason="no Chromium is installed here")

CLOCKS = "[...document.querySelectorAll('#players .clock')].map((clock) => clock.textContent)"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Return one browser for all tests, with the network of this machine."""
    with Chromium(tmp_path_factory.mktemp("chromium"), offline=False) as opened:
        yield opened
        assert opened.complaints == []


def test_a_clock_is_chosen_for_a_table(server, browser):
    """The page for new tables has clocks; the host plays with the chosen one."""
    browser.open(server.address)
    browser.wait("document.querySelectorAll('#seats select').length === 4")
    browser.ask("by('move-time').value = '60', by('game-time').value = '600'")
    browser.ask("by('form').requestSubmit()")
    browser.wait("location.pathname.startsWith('/table/') && typeof state === 'object' && state")
    room = server.state.lobby.room(browser.ask("location.pathname").split("/")[-1])
    assert (room.clock.move, room.clock.game) == (60, 600)
    browser.wait("state.clock.since !== null")
    assert browser.ask("by('limits').textContent") == "1:00 for a move, 10:00 for the game"


@pytest.mark.parametrize(("width", "phone"), [(390, True)])
def test_the_time_that_is_left_is_on_the_plates(server, browser, width, phone):
    """The time counts down for the player to act; at the end the page says who has played."""
    now = [1000.0]
    server.state.lobby.now = lambda: now[0]
    clock = {"move": 60, "game": 600}
    table = begin(server, "ludo", ["me", "friend"], players=2, clock=clock)
    browser.size(width, 844, phone)
    browser.prefer(reduced_motion="reduce", color_scheme="light")
    browser.open(f"{server.address}/table/{table['table']}#{table['host']}")
    browser.wait(f"typeof state === 'object' && state && {CLOCKS}.length === 2")
    assert browser.ask("by('limits').textContent").endswith("begins when everybody has come.")
    friend = Page(server, table["table"], table["seats"][1])
    browser.wait("state.clock.since !== null && state.waits === 'decision'")
    seat = browser.ask("state.turn")
    browser.wait(f"/^0:5[0-9] \\/ 9:5[0-9]$/.test({CLOCKS}[{seat}])")
    assert browser.ask(f"{CLOCKS}[{1 - seat}]") == "10:00"
    assert browser.ask("document.documentElement.scrollWidth") <= width
    now[0] += 61
    browser.wait("log.some(([, words]) => words.endsWith('time is up, random plays'))")
    browser.wait(f"{CLOCKS}[{seat}].endsWith('8:59')")
    friend.close()
