"""Games in links: the address contains the whole game, and the server stores nothing of it."""

import json

import pytest
from chromium import Chromium, found
from table_client import Client, Page, begin

needs_chromium = pytest.mark.skipif(found() is None, reason="no Chromium is installed here")


@pytest.fixture
def ended(server):
    """Return a table whose game has ended, and its replay as text."""
    table = begin(server, "ur_blitz", ["me", "greedy"])
    page = Page(server, table["table"], table["host"])
    page.do("seat", seat=0, agent="random")
    page.read_until(lambda: page.state["waits"] == "over")
    page.close()
    return table, page.get(f"{page.path}/replay.json")


def shared(server, replay):
    """Return the answer to a shared game."""
    return Client(server).ask("POST", "/api/shared", {"replay": replay})


def test_a_shared_game_is_shown_and_not_kept(server, ended):
    """The page of a shared game is that of the replay."""
    before = server.state.store.ids()
    status, page = shared(server, ended[1])
    assert status == 200
    assert page.lower().startswith(b"<!doctype html")
    assert server.state.store.ids() == before


def test_what_is_no_game_is_refused(server, ended):
    """Other data, another end, rules of one's own, and too many moves are refused."""
    replay = ended[1]
    for odd in (None, 1, [], {}, {"actions": 3}, {"actions": []}):
        assert shared(server, odd)[0] == 400, odd
    for change in (
        {"actions": replay["actions"][:-1]}, {"dice": replay["dice"][:-1]}, {"final": "x"},
        {"actions": [0] * 3001}, {"agents": ["\u0000"] * 2}, {"game": "evil.py"},
        {"game": {"name": "mine", "family": "race", "rules": ["evil.py:Mine"]}},
    ):  # fmt: skip
        server.state.questions._left.clear()
        status, answer = shared(server, {**replay, **change})
        assert status in {400, 429}, change
        assert answer["error"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Return one browser for all tests, with the network of this machine."""
    with Chromium(tmp_path_factory.mktemp("chromium"), offline=False) as opened:
        yield opened


@needs_chromium
def test_a_link_holds_the_game(server, browser, ended):
    """A link copied from the page of the analysis shows the same moves, without complaints."""
    table, _ = ended
    browser.size(1280, 900)
    browser.prefer(reduced_motion="reduce", color_scheme="light")
    browser.open(f"{server.address}/analysis/{table['table']}#{table['host']}")
    browser.wait("document.getElementById('share') !== null")
    browser.wait("document.querySelectorAll('#moves li').length > 20")
    moves = browser.ask("document.querySelectorAll('#moves li').length")
    browser.ask("window.prompt = (words, link) => { window.copied = link; }; 0")
    browser.ask("navigator.clipboard.writeText = (link) => { window.copied = link; }; 0")
    browser.click("#share")
    browser.wait("typeof copied === 'string'")
    link = browser.ask("copied")
    assert link.startswith(f"{server.address}/shared#")
    assert len(link) < 2500
    browser.open(link)
    browser.wait(f"document.querySelectorAll('#moves li').length === {moves}")
    assert moves > 20
    assert browser.complaints == []
    assert [url for url in browser.requests if not url.startswith(server.address)] == []


@needs_chromium
def test_a_cut_link_says_so(server, browser):
    """The page of a truncated link says so, and is not empty."""
    for broken in ("", "AAAA", "%%%", json.dumps({})):
        browser.open(f"{server.address}/shared#{broken}")
        browser.wait("document.querySelector('#waiting p').textContent.includes('no whole game')")
