"""The page of a game: one file that agrees with the engine, and in which no name can do harm."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html import escape, unescape

import pytest
from batches import marked_long
from chromium import Chromium, found
from game_tables import random_replay

from ludo_env import game_of, load_game
from ludo_env.catalogue import game_names
from ludo_env.play import Replay, Table
from ludo_env.render import DAY, NIGHT, Look, key_text, replay_page, scene_of

NAMESPACE = "http://www.w3.org/2000/svg"
HOSTILE = (
    "</script><script>alert(1)</script>",
    "\"'`><img src=x onerror=alert(2)>",
    "{{data}}\u2028\u2029<!--<script>",
    "${alert(3)}&lt;b&gt;\\u003c",
)
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)

PHONES = [(390, 844), (320, 568), (844, 390), (820, 1180)]  # one of them in landscape

needs_chromium = pytest.mark.skipif(found() is None, reason="no Chromium is installed here")


@cache
def played(name: str, moves: int = 2000) -> Replay:
    """Return a game of random players, or its first moves."""
    return random_replay(name, moves, seed=11)


@cache
def frames_of(name: str):
    """Return the states of the game."""
    return played(name).frames()


@cache
def hostile() -> Replay:
    """Return a short game with a hostile name and hostile agents."""
    replay = played("mensch", 30)
    spec = replace(replay.spec, name=HOSTILE[0])
    return replace(replay, spec=spec, agents=HOSTILE)


def standing(name: str, number: int):
    """Return the keys and places in the engine's picture of a state, in order."""
    frames = frames_of(name)
    before = frames[number - 1].record if number else None
    game = game_of(load_game(name), "python")
    return [
        [key_text(item.key), round(item.x, 3), round(item.y, 3)]
        for item in scene_of(game, frames[number].record, Look(before=before)).items
    ]


# ------------------------------------------------------------------------------------ the file


def test_the_page_needs_nothing_else():
    """It has no address except the name of SVG, and nothing that would load a file."""
    page = replay_page(played("french"))
    assert re.findall(r"https?://[^\s\"'<]+", page) == [NAMESPACE]
    assert not re.findall(r"\ssrc=|url\(|@import|<link|<img|<iframe", page)


def test_only_its_own_script_may_run():
    """The policy allows only the script with the hash in it, which is the page's script."""
    page = replay_page(played("french"))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    (script,) = SCRIPT.findall(page)
    own = b64encode(sha256(script.encode()).digest()).decode()
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{own}'"


def test_the_script_never_makes_elements_of_text():
    """It uses no function that reads HTML from a text or runs a text."""
    (script,) = SCRIPT.findall(replay_page(played("french")))
    for name in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert name not in script


def test_hostile_names_stay_data():
    """The page has its two scripts and no third; the data are read back unchanged."""
    page = replay_page(hostile())
    assert len(re.findall(r"<script", page)) == len(re.findall(r"</script", page)) == 2
    assert not re.findall(r"<img|<!--|\u2028|\u2029", page)
    (text,) = DATA.findall(page)
    assert tuple(agent for _, agent, _ in json.loads(text)["players"]) == HOSTILE
    assert unescape(re.search(r"<title>(.*?)</title>", page)[1]) == HOSTILE[0]


def test_the_page_of_a_game_of_its_own_name_has_it_escaped():
    """The name is escaped in the page, and is never there as it was written."""
    page = replay_page(hostile())
    assert HOSTILE[0] not in page
    assert page.count(escape(HOSTILE[0])) == 2


@pytest.mark.parametrize("name", marked_long(game_names(), ["ludo", "french", "generals", "eight"]))
def test_every_game_has_a_small_page(name):
    """It has less than 500 KB for 500 moves, and a state for each move."""
    replay = played(name, 500)
    page = replay_page(replay)
    (text,) = DATA.findall(page)
    assert len(json.loads(text)["frames"]) == len(replay.actions) + 1
    assert len(page.encode()) < 500_000


def test_a_game_that_has_not_begun_has_a_page():
    """The page has one state and no move."""
    (text,) = DATA.findall(replay_page(played("ludo", 0)))
    data = json.loads(text)
    assert len(data["frames"]) == 1
    assert data["result"] == "The game has not ended; so far it has 0 moves."


def test_the_result_is_reported():
    """The page has the winner as the engine names it, and the number of moves."""
    replay = played("french")
    (text,) = DATA.findall(replay_page(replay))
    winner = replay.result.returns.index(max(replay.result.returns))
    said = json.loads(text)["result"]
    colour = ("Green", "Yellow", "Blue", "Red")[winner]
    assert said == f"{colour} won after {len(replay.actions)} moves."


def test_the_dice_can_be_had_again():
    """The page has their seed, and the number of the game if it was not the first."""
    assert "<p>seed 11</p>" in replay_page(played("ludo", 5))
    table = Table(load_game("ludo"), [], 11, 3, backend="python")
    assert "<p>seed 11, game 3</p>" in replay_page(Replay.of_table(table))


@pytest.mark.parametrize("scheme", [":root", ":root[data-scheme=night]"])
def test_small_letters_can_be_read(scheme):
    """Their contrast with the background is at least 4.5, as WCAG requires."""
    page = replay_page(played("ludo", 5))
    rules = re.findall(rf"^{re.escape(scheme)} ?\{{(.*?)\}}", page, re.DOTALL | re.MULTILINE)
    values = dict(re.findall(r"--([\w-]+): ?(#[0-9a-f]{6})", "".join(rules)))
    for behind in ("paper", "panel"):
        for letters in ("soft", "ink"):
            assert contrast(values[letters], values[behind]) >= 4.5


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG defines it."""
    light = []
    for colour in (one, other):
        parts = [part / 255 for part in bytes.fromhex(colour[1:])]
        lines = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        light.append(0.2126 * lines[0] + 0.7152 * lines[1] + 0.0722 * lines[2] + 0.05)
    return max(light) / min(light)


# ------------------------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Return one browser for all tests of this file."""
    with Chromium(tmp_path_factory.mktemp("browser")) as chromium:
        yield chromium


@pytest.fixture
def opened(browser, tmp_path):
    """Open the page of a replay, and check at the end that it had no complaints."""

    def open_page(replay: Replay, place: str = "", *, motion: str = "reduce", scheme="light"):
        path = tmp_path / "game.html"
        path.write_text(replay_page(replay), "utf-8")
        browser.size(1280, 800)
        browser.prefer(reduced_motion=motion, color_scheme=scheme)
        browser.open(path.as_uri() + place)
        return browser

    yield open_page
    browser.ask("new Promise((done) => setTimeout(done, 50))")
    assert browser.complaints == []
    assert [at for at in browser.requests if not at.startswith("file://")] == []
    assert len(browser.requests) == 1


def shown(browser) -> list:
    """Return the keys and places of what the page shows, in order."""
    return browser.ask(
        "[...document.querySelectorAll('#items > g')].map((node) => [node.dataset.key,"
        "...node.getAttribute('transform').match(/-?[0-9.]+/g).map(Number)])"
    )


def text_of(browser, id_: str) -> str:
    """Return the text of an element."""
    return browser.ask(f"document.getElementById('{id_}').textContent")


def number(browser) -> int:
    """Return the number of the move that is shown."""
    return int(text_of(browser, "count").split(" / ")[0])


def at_rest(browser) -> None:
    """Wait until nothing moves any more."""
    browser.wait("document.getAnimations().length === 0")
    browser.ask("new Promise(requestAnimationFrame)")


@needs_chromium
@pytest.mark.parametrize(
    "name", marked_long(["ur_blitz", "eight", "generals", "french"], ["ur_blitz"])
)
def test_a_whole_game_is_stepped_through(opened, name):
    """Every state has the engine's position and pieces, forwards by keyboard, and backwards."""
    frames, game = frames_of(name), game_of(load_game(name), "python")
    browser = opened(played(name))
    assert shown(browser) == standing(name, 0)
    for step in range(1, len(frames)):
        browser.press("ArrowRight")
        assert text_of(browser, "position") == game.position(frames[step].record)
        if step % 10 == 0 or step == len(frames) - 1:
            assert shown(browser) == standing(name, step)
    assert " won after " in text_of(browser, "now")
    middle = len(frames) // 2
    browser.press("ArrowLeft", len(frames) - 1 - middle)
    assert shown(browser) == standing(name, middle)
    browser.press("Home")
    assert number(browser) == 0
    assert shown(browser) == standing(name, 0)
    browser.press("End")
    assert shown(browser) == standing(name, len(frames) - 1)


@needs_chromium
def test_pieces_glide_and_arrive(opened):
    """A moving piece is between its places; then all are where the engine has them."""
    frames = frames_of("french")
    step = next(
        at for at, frame in enumerate(frames) if re.search(r": [456] from \d+ to", frame.words)
    )
    browser = opened(played("french"), f"#move={step - 1}", motion="no-preference")
    browser.press("ArrowRight")
    assert browser.ask("document.getAnimations().length") > 0
    at_rest(browser)
    assert shown(browser) == standing("french", step)
    browser.press("ArrowLeft")
    browser.press("ArrowLeft")
    at_rest(browser)
    assert shown(browser) == standing("french", step - 2)


@needs_chromium
def test_a_unit_that_moves_stays_the_same_element(opened):
    """The keys of units are those of cells, but a moving unit keeps its element both ways."""
    frames, game = frames_of("generals"), game_of(load_game("generals"), "python")
    step = next(
        at
        for at, frame in enumerate(frames)
        if re.search(r" [a-z]\d+ \w+ \d+ to [a-z]\d+$", frame.words)
    )
    old, new = (game.layout.unpack(frames[at].record).board for at in (step - 1, step))
    left = next(cell for cell, unit in enumerate(old) if unit and not new[cell])
    come = next(cell for cell, unit in enumerate(new) if unit and unit != old[cell])
    browser = opened(played("generals"), f"#move={step - 1}")
    browser.ask(f"void (window.unit = document.querySelector('[data-key=\"unit {left}\"]'))")
    browser.press("ArrowRight")
    assert browser.ask("unit.isConnected && unit.dataset.key") == f"unit {come}"
    browser.press("ArrowLeft")
    assert browser.ask("unit.isConnected && unit.dataset.key") == f"unit {left}"


@needs_chromium
def test_the_slider_leads_anywhere(opened):
    """A click in the middle shows the middle of the game."""
    browser = opened(played("french"))
    browser.click("#scrub")
    at = number(browser)
    assert abs(at - len(frames_of("french")) / 2) <= 2
    assert shown(browser) == standing("french", at)


@needs_chromium
def test_play_runs_until_it_is_paused(opened):
    """Moves follow one another automatically; after a pause there are no more."""
    browser = opened(played("french"))
    browser.press("+", 9)
    assert text_of(browser, "speed") == "8\u00d7"
    browser.press(" ")
    browser.wait("Number(document.getElementById('scrub').value) >= 3")
    browser.press(" ")
    at = number(browser)
    browser.ask("new Promise((done) => setTimeout(done, 400))")
    assert number(browser) == at
    assert shown(browser) == standing("french", at)


@needs_chromium
def test_play_ends_with_the_game(opened):
    """It stops automatically at the last move."""
    last = len(frames_of("french")) - 1
    browser = opened(played("french"), f"#move={last - 1}")
    browser.click("#play")
    browser.wait(f"Number(document.getElementById('scrub').value) === {last}")
    assert browser.ask("document.getElementById('play').getAttribute('aria-label')") == "Play"


@needs_chromium
def test_the_move_list_leads_to_a_move(opened):
    """A click shows the move; it is marked, and described with pieces counted from 1."""
    browser = opened(played("french"))
    browser.click("#moves li:nth-child(41) button")
    assert number(browser) == 40
    assert shown(browser) == standing("french", 40)
    words = re.split(r"\s{2,}", frames_of("french")[40].words)[-1]
    assert words == "piece 0: 1 from 10 to 11"
    words = "piece 1: 1 step, 10 to 11"
    assert browser.ask("document.querySelector('[aria-current]').textContent").endswith(words)


@needs_chromium
def test_the_current_move_is_in_sight(opened):
    """The list scrolls, and the page does not."""
    browser = opened(played("french"))
    browser.press("End")
    assert browser.ask(
        "(() => { const row = document.querySelector('[aria-current]').getBoundingClientRect();"
        "const list = document.getElementById('moves').getBoundingClientRect();"
        "return row.top >= list.top && row.bottom <= list.bottom && scrollY === 0; })()"
    )


@needs_chromium
def test_tab_comes_to_one_move_of_the_list(opened):
    """Tab reaches the current move; arrows go on from there, and the focus follows."""
    browser = opened(played("french"), "#move=5")
    ask = "document.querySelectorAll('#moves [tabindex=\"0\"]').length"
    assert browser.ask(ask) == 1
    browser.ask("document.querySelector('[aria-current]').focus()")
    browser.press("ArrowRight")
    assert browser.ask(ask) == 1
    assert browser.ask("document.activeElement.textContent").startswith("6")


@needs_chromium
def test_the_position_can_be_copied(opened):
    """The button confirms it, and the text is selected as well."""
    browser = opened(played("french"), "#move=5")
    browser.click("#copy")
    browser.wait("document.getElementById('copy').textContent === 'Copied'")
    assert browser.ask("String(getSelection())") == text_of(browser, "position")


@needs_chromium
def test_an_address_can_name_a_move(opened):
    """The move is shown at once, and the address follows the moves."""
    browser = opened(played("french"), "#move=12")
    assert number(browser) == 12
    browser.press("ArrowRight")
    browser.wait("location.hash === '#move=13'")


@needs_chromium
def test_hostile_names_are_shown_and_run_nothing(opened):
    """They are in the page letter by letter; they add no dialog, picture or script."""
    browser = opened(hostile())
    agents = browser.ask("[...document.querySelectorAll('.agent')].map((node) => node.textContent)")
    assert tuple(agents) == HOSTILE
    assert browser.ask("document.querySelector('h1').textContent") == HOSTILE[0]
    assert browser.ask("document.title") == HOSTILE[0]
    assert browser.ask("document.scripts.length") == 2
    assert browser.ask("document.images.length") == 0


@needs_chromium
def test_it_is_dark_where_that_is_preferred(opened):
    """The theme follows the system, also while the page is open, and a button overrides it."""
    ask = "getComputedStyle(document.body).backgroundColor"
    day, night = ("rgb({}, {}, {})".format(*theme.colour("paper")) for theme in (DAY, NIGHT))
    browser = opened(played("ludo", 40))
    assert browser.ask(ask) == day
    browser.prefer(reduced_motion="reduce", color_scheme="dark")
    browser.wait(f"{ask} === '{night}'")
    browser.click("#scheme")
    assert browser.ask(ask) == day


@needs_chromium
def test_signs_change_the_pieces(opened):
    """Each piece has the sign and the colour of the theme for all; a second press restores it."""
    browser = opened(played("ludo", 40))
    ask = "document.querySelector('[data-key=\"piece 0 0\"] use').getAttribute('href')"
    plain = browser.ask(ask)
    browser.click("#signs")
    assert browser.ask(ask) == plain.replace("art", "sign")
    assert browser.ask(f"document.querySelector({ask}) !== null")
    browser.click("#signs")
    assert browser.ask(ask) == plain


@needs_chromium
@pytest.mark.parametrize("name", marked_long(["french", "generals", "eight"], ["generals"]))
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_it_fits_on_a_phone(opened, name, width, height):
    """Nothing is wider than the screen, and all buttons are on the screen at once."""
    browser = opened(played(name, 60), "#move=30")
    browser.size(width, height, phone=True)
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.ask(
        "[...document.querySelectorAll('.controls button')].every((button) => {"
        "const box = button.getBoundingClientRect();"
        f"return box.left >= 0 && box.right <= {width} && box.bottom <= {height}; }})"
    )


@needs_chromium
def test_a_swipe_over_the_board_steps(opened):
    """A swipe to the left goes one move forward, to the right one back."""
    browser = opened(played("ludo", 60), "#move=30")
    browser.size(390, 844, phone=True)
    browser.swipe(300, 250, 120, 260)
    assert number(browser) == 31
    browser.swipe(120, 250, 300, 260)
    browser.swipe(120, 250, 300, 260)
    assert number(browser) == 29


@needs_chromium
def test_every_button_has_a_name(opened):
    """It has a label or a text, for people who do not see it."""
    browser = opened(played("ludo", 5))
    assert browser.ask(
        "[...document.querySelectorAll('button')].every((button) =>"
        "button.getAttribute('aria-label') || button.textContent.trim())"
    )
