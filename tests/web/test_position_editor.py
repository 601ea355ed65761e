"""The position editor: changes that the rules allow, over HTTP and with the mouse."""

import json
import time

import pytest
from chromium import Chromium, found
from table_client import Client

from ludo_env import game_of, load_game
from ludo_env.catalogue import listed_games
from ludo_env.render import key_text, scene_of

needs_chromium = pytest.mark.skipif(found() is None, reason="no Chromium is installed here")


def ask(server, **body):
    """Return the answer of the editor."""
    return Client(server).ask("POST", "/api/positions", body)


def edited(server, **body):
    """Return a position after a change that is allowed."""
    status, answer = ask(server, **body)
    assert status == 200, answer
    assert "refused" not in answer, answer
    return answer


def test_pieces_of_all_games_can_be_moved(server):
    """The picture has the item where it was dropped, and the rules accept the position text."""
    for game in listed_games():
        move_a_piece(server, game)


def move_a_piece(server, game):
    """Move the first piece to an empty cell."""
    start = edited(server, game=game)
    movable = [item for item in start["items"] if item[0].startswith(("piece ", "unit "))]
    assert movable
    item = movable[0]
    free = places_of(load_game(game), start["position"], item[0])
    spot = free[len(free) // 2]
    change = {"item": item[0], "x": spot.x + 0.2, "y": spot.y - 0.2}
    after = edited(server, game=game, position=start["position"], change=change)
    assert after["position"] != start["position"]
    read = game_of(load_game(game), "python")
    assert read.position(read.read(after["position"])[0]) == after["position"]
    kind = item[0].split()[0]
    assert any(key.split()[0] == kind and spot.holds(x, y) for key, _, x, y in after["items"])


def places_of(spec, text, key):
    """Return the spots of cells that are empty except, at most, for the item with this key."""
    game = game_of(spec, "python")
    record = game.read(text)[0]
    spots = scene_of(game, record).spots
    taken = {(one.x, one.y) for one in scene_of(game, record).items if key_text(one.key) != key}
    cells = [spot for spot in spots if key_text(spot.key).startswith("cell ")]
    return [spot for spot in cells if not any(spot.holds(*place) for place in taken)]


def test_words_are_changed(server):
    """Dice, turn and words of rules can change; with an empty word the dice are to be thrown."""
    asked = {"game": "ludo", "position": "p0=5,y,y,y turn=0 dice=3"}
    answer = edited(server, **asked, change={"key": "dice", "word": "6"})
    assert "dice=6" in answer["position"].split()
    answer = edited(server, **asked, change={"key": "dice", "word": ""})
    assert "dice" not in answer["position"]
    assert ["dice", ""] in answer["words"]
    answer = edited(server, **asked, change={"key": "turn", "word": "2"})
    assert "turn=2" in answer["position"].split()
    assert answer["turns"] == [["0", "green"], ["1", "yellow"], ["2", "blue"], ["3", "red"]]


def test_gates_are_set(server):
    """A field of a rule is a word like the others."""
    answer = edited(server, game="eight", change={"key": "doors", "word": "1,3"})
    assert "doors=1,3" in answer["position"].split()


def test_the_rules_say_why_not(server):
    """A refused change gives one sentence, and nothing else."""
    for change, words in (
        ({"key": "dice", "word": "9"}, "9"),
        ({"key": "turn", "word": "7"}, "no player sits there"),
        ({"item": "piece 0 0", "x": 900, "y": 900}, "no place for it"),
        ({"item": "die 0", "x": 1, "y": 1}, "cannot be moved by hand"),
    ):
        status, answer = ask(server, game="ludo", position="turn=0 dice=3", change=change)
        assert status == 200
        assert answer.keys() == {"refused"}
        assert words in answer["refused"]
    status, answer = ask(server, game="ludo", position="p0=h9,y,y,y")
    assert "is not a place for a piece" in answer["refused"]


def test_odd_changes_are_refused(server):
    """Odd types and ranges are refused before anything is computed."""
    for change in (
        1, [], {}, {"item": "piece 0 0"}, {"key": "dice"}, {"key": "dice", "word": 6},
        {"item": "piece 0 0", "x": "1", "y": 2}, {"item": "piece 0 0", "x": 1e9, "y": 2},
        {"item": "piece 0 0", "x": True, "y": 2}, {"key": "dice", "word": "6\n"},
    ):  # fmt: skip
        status, answer = ask(server, game="ludo", change=change)
        assert status == 400, change
        assert answer["error"]
    for body in ({"game": "evil.py"}, {"game": "ludo", "position": 3}, {"game": "ludo", "x": 1}):
        assert ask(server, **body)[0] == 400
    assert ask(server, game="ludo", position="p" * 2001)[0] == 400


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Return one browser for all tests, with the network of this machine."""
    with Chromium(tmp_path_factory.mktemp("chromium"), offline=False) as opened:
        yield opened


def drag(browser, key, x, y):
    """Drag an item of the board to a point of the picture."""
    places = browser.ask(
        f"[nodes.get({json.dumps(key)}).place, [{x}, {y}]].map(([x, y]) => {{"
        "const at = new DOMPoint(x, y).matrixTransform(by('board').getScreenCTM());"
        "return [at.x, at.y]; })"
    )
    (from_x, from_y), (to_x, to_y) = places
    for kind, at_x, at_y in (
        ("mousePressed", from_x, from_y),
        ("mouseMoved", (from_x + to_x) / 2, (from_y + to_y) / 2),
        ("mouseMoved", to_x, to_y),
        ("mouseReleased", to_x, to_y),
    ):
        about = {"button": "left", "buttons": 1, "clickCount": 1, "x": at_x, "y": at_y}
        browser.call("Input.dispatchMouseEvent", type=kind, **about)


@needs_chromium
def test_a_position_is_set_up_with_the_mouse(server, browser):
    """Dragging, undo and typing work, a bad position is refused, and the table has the result."""
    browser.size(1280, 900)
    browser.prefer(reduced_motion="reduce", color_scheme="light")
    browser.open(f"{server.address}/editor?game=ludo&players=4#{server.owner}")
    browser.wait("position !== null")
    drag(browser, "piece 0 1", 4.1, 7.1)
    browser.wait("!position.position.startsWith('p0=y,y,')")
    dragged = browser.ask("position.position")
    drag(browser, "piece 0 1", 100, 1)
    browser.wait("by('refused').textContent.includes('no place for it')")
    assert browser.ask("position.position") == dragged
    browser.click("#back")
    browser.wait("position.position.startsWith('p0=y,y,')")
    assert browser.ask("by('back').disabled")
    browser.ask(
        "(() => { by('text').value = 'p0=10,20,y,y p1=30,y,y,y turn=1 dice=3';"
        "by('text').dispatchEvent(new Event('change')); })()"
    )
    browser.wait("position.position.startsWith('p0=10,20,')")
    browser.ask(
        "(() => { const input = document.querySelector('[data-key=dice]'); input.value = '77';"
        "input.dispatchEvent(new Event('change')); })()"
    )
    browser.wait("by('refused').textContent.includes('77')")
    wanted = browser.ask("position.position")
    browser.open(browser.ask("by('begin').href"))
    browser.wait("by('position').value !== ''")
    assert browser.ask("by('position').value") == wanted
    assert browser.complaints == []
    browser.ask("setTimeout(() => document.querySelector('#form button.main').click(), 0)")
    end = time.monotonic() + 20
    while not len(server.state.lobby) and time.monotonic() < end:
        time.sleep(0.02)
    (table,) = server.state.store.ids()
    assert server.state.lobby.room(table).table.start == wanted


@needs_chromium
def test_a_refused_address_says_why(server, browser):
    """The board is then at the start, and the reason remains visible."""
    browser.open(f"{server.address}/editor?game=ludo&position=p0%3Dh9,y,y,y")
    browser.wait("position !== null")
    browser.wait("by('refused').textContent.includes('is not a place for a piece')")
    assert browser.ask("position.position").startswith("p0=y,y,y,y ")
