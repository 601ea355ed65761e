"""Whole games through the page: two browsers, desktop and phone, with friends and agents.

The pages complain of nothing and ask for nothing elsewhere; what one shows, the other shows, too.
"""

import random

import pytest
from chromium import Chromium, found
from table_client import begin

pytestmark = [
    pytest.mark.skipif(found() is None, reason="no Chromium is installed here"),
    pytest.mark.long,
]
READY = "document.querySelectorAll('#items > g').length > 4 && typeof state === 'object' && state"
ACTS = "(mine() && (state.waits === 'throw' || deciding()))"


@pytest.fixture(scope="module")
def browsers(tmp_path_factory):
    """Return a desktop and a phone."""
    homes = [tmp_path_factory.mktemp(name) for name in ("desktop", "phone")]
    with Chromium(homes[0], offline=False) as first, Chromium(homes[1], offline=False) as second:
        yield first, second


class Person:
    """A person at a page, who plays by mouse, by touch or by keys only."""

    def __init__(self, browser, server, table, token, *, phone=False, keys=False, scheme="light"):
        self.browser, self.keys, self.server = browser, keys, server
        browser.size(390 if phone else 1280, 844 if phone else 900, phone)
        browser.prefer(reduced_motion="reduce", color_scheme=scheme)
        browser.open(f"{server.address}/table/{table}#{token}")
        browser.wait(f"Boolean({READY})")

    def __getattr__(self, name):
        return self.browser.ask(f"state.{name}")

    @property
    def acts(self):
        """Return whether the page is to act."""
        return self.browser.ask(f"Boolean({ACTS})")

    def step(self, wishes, chance):
        """Throw or play a move, preferably one with a certain word."""
        number = self.number
        if self.waits == "throw":
            if self.keys:
                self.browser.press(" ")
            else:
                self.browser.click("#throw")
        else:
            words = self.browser.ask("moves.list.map((one) => one.words)")
            wished = [at for at, said in enumerate(words) if any(wish in said for wish in wishes)]
            self.choose(chance.choice(wished or range(len(words))))
        self.browser.wait(f"state.number > {number}")

    def choose(self, at):
        """Play a move of the list on the board, then by the button for the rest."""
        if self.keys:
            self.browser.press("Enter", 2)
            return
        number = self.number
        choice = self.browser.ask(f"moves.list[{at}]")
        for key in (choice["source"], choice["target"]):
            if key and self.number == number and self.browser.ask("deciding()"):
                self.browser.click_at(*self.place(key))
        left = "deciding() ? document.querySelectorAll('#choices button').length : 0"
        if self.number == number and self.browser.ask(left):
            self.browser.click("#choices button")

    def place(self, key):
        """Return where the spot of a key is in the window."""
        return self.browser.ask(
            f"(() => {{ const spot = state.spots.filter(([key]) => key === {key!r}).pop();"
            "by('board').scrollIntoView({block: 'nearest'});"
            "const at = new DOMPoint(spot[1], spot[2]).matrixTransform(by('board').getScreenCTM());"
            "return [at.x, at.y]; })()"
        )

    def check(self):
        """Check that there are no complaints, and no requests elsewhere."""
        assert self.browser.complaints == []
        elsewhere = [
            url for url in self.browser.requests if not url.startswith(self.server.address)
        ]
        assert elsewhere == []


def play_to_the_end(people, wishes=(), look=None):
    """Play a game to its end; return the words of all moves."""
    chance, words = random.Random(7), []
    while True:
        first = people[0]
        first.browser.wait(f"{ACTS} || state.waits === 'over' || !mine()")
        if first.waits == "over":
            break
        acting = next((one for one in people if one.acts), None)
        if acting is None:
            continue
        acting.step(wishes, chance)
        for one in people:
            one.browser.wait(f"state.number >= {acting.number}")
        if look is not None:
            look()
    words = first.browser.ask("log.map(([player, words]) => words)")
    for one in people:
        one.browser.wait("state.waits === 'over'")
        assert one.browser.ask("log.map(([player, words]) => words)") == words
        one.check()
    return words


def test_ludo_by_two_people_and_two_agents(server, browsers, tmp_path):
    """A desktop and a dark-mode phone show the same game to the end."""
    table = begin(server, "ludo", ["me", "friend", "greedy", "random"], by_hand=True)
    people = [
        Person(browsers[0], server, table["table"], table["host"]),
        Person(browsers[1], server, table["table"], table["seats"][1], phone=True, scheme="dark"),
    ]
    words = play_to_the_end(people)
    assert len(words) > 100
    assert any("captures" in said for said in words)
    room = server.state.lobby.room(table["table"])
    assert room.table.over
    for number, one in enumerate(people):
        one.browser.picture(tmp_path / f"ludo_{number}.png")


def test_french_by_keys_alone(server, browsers):
    """Space and Enter play a game with two dice and prisoners."""
    table = begin(server, "french", ["me", "random", "random", "random"], by_hand=True)
    person = Person(browsers[0], server, table["table"], table["host"], keys=True, scheme="dark")
    words = play_to_the_end([person])
    assert any("captures" in said for said in words)


def test_generals_with_conversion_and_interception(server, browsers):
    """People play both sides of whole games until both have occurred."""
    seen = set()
    for _ in range(12):
        table = begin(server, "generals", ["me", "friend"])
        people = [
            Person(browsers[0], server, table["table"], table["host"]),
            Person(browsers[1], server, table["table"], table["seats"][1], phone=True),
        ]
        words = play_to_the_end(people, wishes=("converts", "intercepted"))
        seen |= {wish for wish in ("converts", "intercepted") if any(wish in one for one in words)}
        if len(seen) == 2:
            break
    assert seen == {"converts", "intercepted"}


def test_tock_with_hidden_hands(server, browsers):
    """Each page has only the cards of its own seat, at every moment."""
    table = begin(server, "tock", ["me", "friend", "greedy", "random"])
    people = [
        Person(browsers[0], server, table["table"], table["host"]),
        Person(browsers[1], server, table["table"], table["seats"][1], phone=True),
    ]

    def look():
        for seat, one in enumerate(people):
            position = one.browser.ask("state.position")
            hands = dict(word.split("=") for word in position.split())["hands"].split("/")
            assert [hand == "?" for hand in hands] == [at != seat for at in range(4)]

    assert len(play_to_the_end(people, look=look)) > 50
