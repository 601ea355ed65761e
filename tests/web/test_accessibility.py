"""Pages of the server, and the page of a replay, have no serious findings of axe-core."""

import pytest
from accessibility import needs_axe, serious_findings
from chromium import Chromium, found
from hand_made_games import ANN, GREEDY, Base
from table_client import Page, begin

from ludo_env.catalogue import load_game
from ludo_env.play import Replay, Table
from ludo_env.render import replay_page
from ludo_env.server import Options, TableServer

pytestmark = [
    pytest.mark.skipif(found() is None, reason="no Chromium is installed here"),
    needs_axe,
]
SHAPES = pytest.mark.parametrize(
    ("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")]
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Return one browser for all tests, with the network of this machine."""
    with Chromium(tmp_path_factory.mktemp("chromium"), offline=False) as opened:
        yield opened


def shown(browser, address, width, scheme, ready="true"):
    """Open a page as a user with this screen sees it."""
    browser.size(width, 844, phone=width < 500)
    browser.prefer(reduced_motion="reduce", color_scheme=scheme)
    browser.open(address)
    browser.wait(ready)


@SHAPES
def test_the_first_page(server, browser, width, scheme):
    """The page has the choice of a game and its seats, and the list of all games."""
    begin(server, "ludo", ["me", "random", "random", "random"])
    ready = "document.querySelectorAll('select, button').length > 3"
    shown(browser, f"{server.address}/#{server.owner}", width, scheme, ready)
    assert serious_findings(browser) == []


@SHAPES
@pytest.mark.parametrize("game", ["ludo", "tock", "generals"])
def test_a_table(server, browser, width, scheme, game):
    """The page is checked at a choice, before a throw, and with seats and links open."""
    players = 2 if game == "generals" else 4
    for by_hand in (True, False):
        table = begin(server, game, ["me", *["random"] * (players - 1)], by_hand=by_hand)
        page = Page(server, table["table"], table["host"])
        page.read_until(lambda page=page: page.mine)
        page.close()
        shown(
            browser, f"{server.address}/table/{table['table']}#{table['host']}", width, scheme,
            "document.querySelectorAll('#items > g').length > 4 && mine()",
        )  # fmt: skip
        assert serious_findings(browser) == []
    browser.ask("document.querySelectorAll('details').forEach((one) => { one.open = true }); 0")
    assert serious_findings(browser) == []


@SHAPES
def test_a_clock_with_little_time(server, browser, width, scheme):
    """The clock is on the plate of the player to act."""
    seats = ["me", *["random"] * 3]
    table = begin(server, "ludo", seats, by_hand=True, clock={"move": 9, "game": 600})
    shown(
        browser, f"{server.address}/table/{table['table']}#{table['host']}", width, scheme,
        "document.querySelector('#players .turn .low') !== null",
    )  # fmt: skip
    assert serious_findings(browser) == []


@SHAPES
def test_ratings(tmp_path, browser, width, scheme):
    """Ratings are in the list of all games, beside the clocks for a new table."""
    base = Base(tmp_path / "db")
    base.add([ANN, GREEDY], [1.0, -1.0])
    with TableServer(Options(tmp_path / "db", port=0, workers=0)) as server:
        ready = "typeof games === 'object' && !by('ratings').hidden"
        shown(browser, f"{server.address}/#{server.owner}", width, scheme, ready)
        browser.ask("document.querySelectorAll('details').forEach((one) => { one.open = true }); 0")
        assert serious_findings(browser) == []


@SHAPES
def test_an_analysis(server, browser, width, scheme):
    """The game has ended; the page has its marks and its curve."""
    table = begin(server, "mensch", ["me", "random", "random", "random"])
    page = Page(server, table["table"], table["host"])
    page.do("seat", seat=0, agent="random")
    page.read_until(lambda: page.state["waits"] == "over")
    page.close()
    shown(
        browser, f"{server.address}/analysis/{table['table']}#{table['host']}", width, scheme,
        "document.querySelectorAll('#items > g').length > 4",
    )  # fmt: skip
    assert serious_findings(browser) == []


@SHAPES
@pytest.mark.parametrize("game", ["eight", "generals"])
def test_the_position_editor(server, browser, width, scheme, game):
    """The editor is checked with the fields of a rule, and with units."""
    shown(
        browser, f"{server.address}/editor?game={game}", width, scheme,
        "typeof position === 'object' && position !== null",
    )  # fmt: skip
    assert serious_findings(browser) == []


@SHAPES
def test_the_page_of_a_replay(tmp_path, browser, width, scheme):
    """The page is a file, without a server."""
    table = Table(load_game("ludo"), ["greedy", "random", "random", "random"], seed=5)
    while table.moves < 60:
        table.play(table.choose())
    page = tmp_path / "game.html"
    page.write_text(replay_page(Replay.of_table(table)), "utf-8")
    shown(browser, page.as_uri(), width, scheme)
    assert serious_findings(browser) == []
