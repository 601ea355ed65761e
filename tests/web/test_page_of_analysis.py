"""The pages of chances and of analysis in a browser."""

import json

import pytest
from chromium import Chromium, found
from table_client import Client, Page, begin, follow

pytestmark = pytest.mark.skipif(found() is None, reason="no Chromium is installed here")

# Nearly over, so that a whole game is short.
LATE = "p0=30,h0,h1,f p1=20,h0,h1,f p2=y,y,y,y p3=y,y,y,y turn=0"
SEATS = [{"who": "me", "by_hand": False}, *[{"who": "agent", "agent": "random"}] * 3]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Return one browser for all tests, with the network of this machine."""
    with Chromium(tmp_path_factory.mktemp("chromium"), offline=False) as opened:
        yield opened


@pytest.fixture
def ended(server):
    """Return the links of a game that has ended."""
    body = {"game": "mensch", "seats": SEATS, "position": LATE}
    status, table = Client(server).ask("POST", "/api/tables", body)
    assert status == 201, table
    page = Page(server, table["table"], table["host"])
    follow([page], lambda: page.state["waits"] == "over")
    return table


@pytest.mark.parametrize(("width", "phone"), [(1280, False), (390, True)])
def test_a_game_is_analysed(server, browser, ended, width, phone):
    """The page has bar, curve, marks and a summary; a new game starts from one of the moves."""
    browser.size(width, 844, phone)
    browser.prefer(reduced_motion="reduce", color_scheme="light")
    browser.open(f"{server.address}/analysis/{ended['table']}#{ended['host']}")
    browser.wait("document.querySelectorAll('#summary td').length > 0")
    moves = server.state.lobby.room(ended["table"]).table.moves
    assert browser.ask("last") == moves
    assert browser.ask("document.querySelectorAll('#curve path').length") == 6
    assert browser.ask("document.querySelectorAll('.mark').length") == browser.ask(
        "judged.filter((row) => row.mark).length"
    )
    browser.ask("step(Math.min(2, last - 1))")  # no move can be played from the end of a short game
    browser.wait("document.querySelectorAll('#bar rect').length === 4")
    browser.wait("document.querySelectorAll('#odds li').length === 4")
    assert browser.ask("document.documentElement.scrollWidth") <= width
    browser.wait("!by('from-here').disabled")
    browser.click("#from-here")
    browser.wait("location.pathname.startsWith('/table/')")
    browser.wait("typeof state === 'object' && state && state.moves >= 0")
    branch = browser.ask("id")
    assert server.state.lobby.room(branch).table.start.startswith("p0=")
    assert browser.complaints == []
    assert [url for url in browser.requests if not url.startswith(server.address)] == []


def test_a_table_shows_chances(server, browser):
    """A table shows chances after each move, unless its host hides them."""
    table = begin(server, "mensch", ["me"] * 4)
    browser.size(1280, 900)
    browser.prefer(reduced_motion="reduce", color_scheme="dark")
    browser.open(f"{server.address}/table/{table['table']}#{table['host']}")
    browser.wait("document.querySelectorAll('#odds li').length === 4 && !by('chances').hidden")
    page = Page(server, table["table"], table["host"])
    follow([page], lambda: page.state["moves"] >= 5)
    browser.wait("state.moves >= 5 && shownFor === state.asked")
    assert page.do("analysis", shown=False)[0] == 200
    browser.wait("by('chances').hidden")
    assert browser.complaints == []


def test_a_position_is_pasted(server, browser):
    """The page for new tables takes a position; a wrong one gets an error."""
    browser.size(1280, 900)
    browser.open(f"{server.address}/")
    browser.wait("document.querySelectorAll('#games input').length > 5")
    browser.ask("document.querySelector('#games input[value=mensch]').click()")
    browser.ask("by('position').value = 'nonsense'; by('form').requestSubmit()")
    browser.wait("by('trouble').textContent.endsWith('.')")
    browser.complaints.clear()  # the browser logs the refusal
    browser.ask(f"by('position').value = {json.dumps(LATE)}; by('form').requestSubmit()")
    browser.wait("location.pathname.startsWith('/table/') && typeof state === 'object' && state")
    assert server.state.lobby.room(browser.ask("id")).table.start == LATE
    assert browser.complaints == []
