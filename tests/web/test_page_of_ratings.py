"""Ratings in a browser: in the list of games that the owner of a server sees."""

import pytest
from chromium import Chromium, found
from hand_made_games import ANN, BOB, GREEDY, LUDO, Base

from ludo_env.server import Options, TableServer

pytestmark = pytest.mark.skipif(found() is None, reason="no Chromium is installed here")


def test_the_owner_sees_who_is_strong(tmp_path):
    """The best are first, in one game or in all; a name is text."""
    base = Base(tmp_path / "db")
    for _ in range(3):
        base.add([ANN, GREEDY], [1.0, -1.0])
    odd = ["human", "<img src=x>"]
    base.add([odd, BOB, GREEDY, GREEDY], [1.0, -1.0, -1.0, -1.0], LUDO)
    with (
        TableServer(Options(tmp_path / "db", port=0, workers=0)) as server,
        Chromium(tmp_path / "chromium", offline=False) as browser,
    ):
        browser.size(390, 844, phone=True)
        browser.open(f"{server.address}/#{server.owner}")
        browser.wait("!by('ratings').hidden")
        rows = "[...document.querySelectorAll('#ratings tbody tr')].map((row) => row.innerText)"
        names = browser.ask("[...document.querySelectorAll('#ratings th[scope=row]')]"
                            ".map((name) => name.textContent)")  # fmt: skip
        assert sorted(names) == ["<img src=x>", "Ann", "Bob", "greedy (agent)"]
        assert "From 4 games" in browser.ask("by('rated').textContent")
        browser.ask("by('of-game').value = 'ur_blitz'")
        browser.ask("by('of-game').dispatchEvent(new Event('change'))")
        browser.wait("document.querySelectorAll('#ratings tbody tr').length === 2")
        browser.ask("by('ratings').open = true")
        first = browser.ask(rows)[0].split("\t")
        assert (first[0], first[3]) == ("Ann", "3 of 3")
        assert browser.ask("document.documentElement.scrollWidth") <= 390
        assert browser.complaints == []
