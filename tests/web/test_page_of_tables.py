"""Pages of tables in a browser: clicks, touches and keys, reloads, and servers that are ended."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest
from chromium import Chromium, found
from table_client import Client, Page, begin

from ludo_env.server import Options, TableServer

pytestmark = pytest.mark.skipif(found() is None, reason="no Chromium is installed here")

READY = "document.querySelectorAll('#items > g').length > 4 && typeof state === 'object' && state"
MINE = "mine() && (state.waits === 'throw' || deciding())"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Return one browser for all tests, with the network of this machine."""
    with Chromium(tmp_path_factory.mktemp("chromium"), offline=False) as opened:
        yield opened


@pytest.fixture
def opened(browser):
    """Open a table without motion; check the end for complaints and for requests elsewhere."""
    addresses = []

    def open_page(server, table, token, width=1280, height=900, phone=False):
        addresses.append(server.address)
        browser.size(width, height, phone)
        browser.prefer(reduced_motion="reduce", color_scheme="light")
        browser.open(f"{server.address}/table/{table}#{token}")
        browser.wait(f"Boolean({READY})")
        return browser

    yield open_page
    assert browser.complaints == []
    assert [url for url in browser.requests if not url.startswith(addresses[0])] == []


def here(browser):
    """Return the state that the page shows."""
    names = ["number", "asked", "turn", "waits", "moves", "title", "position"]
    return browser.ask(
        f"Object.fromEntries({json.dumps(names)}.map((name) => [name, state[name]]))"
    )


def to_my_turn(browser):
    """Wait until the page is to act; throw the dice if needed."""
    browser.wait(f"Boolean({MINE}) || state.waits === 'over'")
    while browser.ask("mine() && state.waits === 'throw'"):
        asked = here(browser)["asked"]
        browser.click("#throw")
        browser.wait(f"state.asked !== {asked} && (Boolean({MINE}) || state.waits === 'over')")


def click_key(browser, key):
    """Press the spot of a key with the mouse."""
    where = browser.ask(
        f"(() => {{ const spot = state.spots.filter(([key]) => key === {json.dumps(key)}).pop();"
        "by('board').scrollIntoView({block: 'nearest'});"
        "const at = new DOMPoint(spot[1], spot[2]).matrixTransform(by('board').getScreenCTM());"
        "return [at.x, at.y]; })()"
    )
    browser.click_at(*where)


def play_by_click(browser):
    """Play the first move on the board: its piece, then its end, or a button of the list."""
    number = here(browser)["number"]
    choice = browser.ask("moves.list[0]")
    for key in (choice["source"], choice["target"]):
        if key and here(browser)["number"] == number and browser.ask("deciding()"):
            click_key(browser, key)
    if browser.ask("deciding() && document.querySelectorAll('#choices button').length > 0"):
        browser.click("#choices button")
    browser.wait(f"state.number > {number}")


@pytest.mark.parametrize(
    ("game", "width", "phone"),
    [("ludo", 390, True), *((game, 1280, False) for game in ("french", "generals", "tock"))],
)
def test_games_are_played_by_click(server, opened, game, width, phone):
    """A click on a piece and on its end plays the move of the list."""
    players = 2 if game == "generals" else 4
    table = begin(server, game, ["me", *["random"] * (players - 1)], by_hand=True)
    browser = opened(server, table["table"], table["host"], width, 844, phone)
    for _ in range(4):
        to_my_turn(browser)
        play_by_click(browser)
    room = server.state.lobby.room(table["table"])
    browser.wait("Boolean(" + MINE + ") || state.waits === 'over'")
    assert here(browser)["moves"] == room.table.moves
    assert browser.ask("document.documentElement.scrollWidth") <= width


def test_keys_alone_are_enough(server, opened):
    """Space throws, arrows choose and Enter plays, without a click."""
    table = begin(server, "ludo", ["me", "random", "random", "random"], by_hand=True)
    browser = opened(server, table["table"], table["host"])
    for number in range(5):
        browser.wait(f"Boolean({MINE})")
        while browser.ask("mine() && state.waits === 'throw'"):
            asked = here(browser)["asked"]
            browser.press(" ")
            browser.wait(f"state.asked !== {asked} && Boolean({MINE})")
        before = here(browser)["number"]
        browser.press("ArrowDown" if number % 2 else "ArrowRight")
        browser.press("Enter")
        if browser.ask(f"deciding() && state.number === {before}"):
            browser.press("Enter")
        browser.wait(f"state.number > {before}")


def test_moves_are_taken_back_and_hinted(server, opened):
    """Their buttons work for one person alone."""
    table = begin(server, "ludo", ["me", "random", "random", "random"], by_hand=True)
    browser = opened(server, table["table"], table["host"])
    to_my_turn(browser)
    before = here(browser)
    browser.click("#hint")
    browser.wait("hinted >= 0")
    assert browser.ask("document.querySelectorAll('#choices .hinted').length") == 1
    assert "would play" in browser.ask("by('words').textContent")
    play_by_click(browser)
    to_my_turn(browser)
    browser.click("#undo")
    browser.wait(f"state.position === {json.dumps(before['position'])}")
    assert browser.ask("document.querySelectorAll('#moves li').length") == before["moves"]


def test_the_rules_say_why_a_piece_cannot_move(server, opened):
    """A press on the piece gives the reason in words."""
    table = begin(server, "mensch", ["me"] * 4)
    browser = opened(server, table["table"], table["host"])
    browser.wait("deciding()")
    blocked = (
        "state.spots.map(([key]) => key).find((key) =>"
        "key.startsWith(`piece ${state.turn} `) && !selection.sources.includes(key))"
    )
    for _ in range(40):
        browser.wait(f"Boolean({MINE})")
        if browser.ask(f"Boolean({blocked})"):
            break
        play_by_click(browser)
    click_key(browser, browser.ask(blocked))
    browser.wait("by('words').textContent.endsWith('.')")


def test_a_reload_loses_nothing(server, opened):
    """After a reload the page has the same position and the same moves."""
    table = begin(server, "french", ["me"] * 4, by_hand=True)
    browser = opened(server, table["table"], table["host"])
    for _ in range(3):
        to_my_turn(browser)
        play_by_click(browser)
    before = here(browser)
    browser.call("Page.reload")
    time.sleep(0.2)
    browser.wait(f"document.readyState === 'complete' && Boolean({READY})")
    assert here(browser) == before
    assert browser.ask("document.querySelectorAll('#moves li').length") == before["moves"]


def test_two_people_see_each_other(server, opened):
    """Each sees who is here, whose turn it is and the other's moves; a name is text."""
    table = begin(server, "ur_blitz", ["me", "friend"])
    browser = opened(server, table["table"], table["host"])
    friend = Page(server, table["table"], table["seats"][1])
    browser.wait("presence.seats.length === 2")
    hostile = "<img src=x onerror=alert(1)>"
    assert friend.do("seat", seat=1, name=hostile)[0] == 200
    browser.wait(f"by('players').textContent.includes({json.dumps(hostile)})")
    assert browser.ask("document.images.length") == 0
    for _ in range(6):
        browser.wait("state.waits === 'decision' && (state.turn === 1 || deciding())")
        number = here(browser)["number"]
        if here(browser)["turn"] == 0:
            play_by_click(browser)
        else:
            friend.read_to(number)
            assert friend.step()[0] == 200
            browser.wait(f"state.number > {number}")
    friend.close()
    browser.wait("presence.seats.length === 1")


def test_hidden_hands_are_not_in_the_page(server, opened):
    """No message to a spectator's page has a card of any player."""
    table = begin(server, "tock", ["me", "friend", "friend", "friend"])
    browser = opened(server, table["table"], table["watch"])
    position = here(browser)["position"]
    assert "?/?/?/?" in position
    browser.wait("by('choices').children.length === 0")
    assert browser.ask("by('hint').hidden && by('throw').hidden && by('undo').hidden")


def test_a_seat_is_given_away_and_taken_back(server, opened):
    """A seat is given away and taken back in the list of seats; an agent plays meanwhile."""
    table = begin(server, "mensch", ["me", "random", "random", "random"])
    browser = opened(server, table["table"], table["host"])
    choose = (
        "(() => {{ by('settings').open = true;"
        "const list = document.querySelector('[data-seat=\"0 who\"]');"
        "list.value = '{}'; list.dispatchEvent(new Event('change')); }})()"
    )
    browser.wait("document.querySelector('[data-seat=\"0 who\"] option[value=greedy]') !== null")
    browser.ask(choose.format("greedy"))
    browser.wait("state.seats[0].agent === 'greedy' && state.moves > 4")
    browser.ask(choose.format(""))
    browser.wait("state.seats[0].agent === ''")
    browser.wait(f"Boolean({MINE}) || state.waits === 'over'")


def test_a_rematch_is_found_by_its_button(server, opened):
    """The button leads to the next game, with the same link."""
    table = begin(server, "ur_blitz", ["me", "random"])
    browser = opened(server, table["table"], table["host"])
    Client(server, table["host"]).ask(
        "POST", f"/api/tables/{table['table']}/seat", {"seat": 0, "agent": "random"}
    )
    browser.wait("state.waits === 'over'")
    assert re.search(r"won after \d+ moves", browser.ask("by('now').textContent"))
    browser.click("#rematch")
    browser.wait(f"location.pathname !== '/table/{table['table']}' && Boolean({READY})")
    assert browser.ask("me.seats") == [1]


def test_a_table_begins_on_the_first_page(server, browser):
    """After the choice of a game and of seats, the board appears."""
    browser.size(390, 844, phone=True)
    browser.open(f"{server.address}/")
    browser.wait("document.querySelectorAll('.card').length > 10")
    browser.ask("document.querySelector('[value=generals]').click()")
    assert browser.ask("document.querySelectorAll('#seats select').length") == 2
    assert browser.ask("document.documentElement.scrollWidth") <= 390
    browser.click("#form button[type=submit]")
    browser.wait(f"location.pathname.startsWith('/table/') && Boolean({READY})")
    assert browser.ask("by('game').textContent") == "generals"
    assert browser.complaints == []


def test_every_control_has_a_name(server, opened):
    """Every control has a text, a label, or both, for those who cannot see it."""
    table = begin(server, "ludo", ["me", "friend", "greedy", "random"])
    browser = opened(server, table["table"], table["host"])
    browser.ask("by('settings').open = true")
    assert browser.ask(
        "[...document.querySelectorAll('button, a, select, input')].every((node) =>"
        "node.getAttribute('aria-label') || node.textContent.trim() || node.closest('label'))"
    )
    assert browser.ask(
        "[...document.querySelectorAll('button, select, summary')].filter((node) =>"
        "node.getBoundingClientRect().height).every((node) =>"
        "node.getBoundingClientRect().height >= 24)"
    )


def free_port():
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(path, port):
    """Start a server in a process of its own."""
    code = (
        "import sys; from ludo_env.server import Options, TableServer;"
        "server = TableServer(Options(sys.argv[1], port=int(sys.argv[2]), pace=0.05, workers=0));"
        "print(server.owner, flush=True); server.run()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(path), str(port)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline()
    return process


@pytest.mark.long
def test_a_killed_server_loses_no_move(tmp_path, browser):
    """After kill -9 with the page open, all moves shown are kept, and play goes on."""
    port, path = free_port(), tmp_path / "db"
    process = start(path, port)

    class There:
        address = f"http://127.0.0.1:{port}"

    try:
        table = begin(There, "mensch", ["me", "random", "random", "random"], by_hand=True)
        browser.size(1280, 900)
        browser.prefer(reduced_motion="reduce", color_scheme="light")
        browser.open(f"{There.address}/table/{table['table']}#{table['host']}")
        browser.wait(f"Boolean({READY})")
        browser.ask("window.unchanged = true")
        for number in range(20):
            to_my_turn(browser)
            time.sleep(0.01 * (number % 5))
            if number % 2:
                browser.ask("deciding() && play(moves.list[0]) && 0")
                time.sleep(0.007 * (number % 7))
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            seen = here(browser)
            log = browser.ask("log.map(([player, words]) => words)")
            process = start(path, port)
            browser.wait("!by('connection').textContent && !document.querySelector('[data-away]')")
            page = Page(There, table["table"], table["watch"])
            assert page.state["number"] >= seen["number"]
            kept = [words for _, words in page.state["log"]]
            assert kept[: len(log)] == log
            page.close()
            to_my_turn(browser)
            play_by_click(browser)
        assert browser.ask("window.unchanged")
    finally:
        process.kill()
        process.wait()


def test_servers_share_no_tables(tmp_path, browser):
    """The link of another server opens nothing, and the page says so."""
    with TableServer(Options(tmp_path / "db", port=0, workers=0)) as server:
        browser.open(f"{server.address}/table/AAAAAAAAAAAAAAAAAAAAAA#BBBBBBBBBBBBBBBBBBBBBB")
        browser.wait("by('connection').textContent.startsWith('There is no game')")
