"""Watching agents in a terminal: everything is visible at 80 x 24."""

import re

import pytest
from game_tables import a_table

from ludo_env._play.watch import watch
from ludo_env.catalogue import game_names

CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@pytest.mark.parametrize("game", game_names())
def test_what_is_watched_fits(game, monkeypatch):
    """Board, players and the latest moves of agents, in one place of a terminal of 80 x 24."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    shown = []

    def show(screen):
        shown.append(CODES.sub("", screen).split("\n"))
        if len(shown) > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        watch(a_table(game, seats=()), show, terminal=True, delay=0, colour=True)
    assert max(map(len, shown)) <= 24
    assert max(len(line) for screen in shown for line in screen) <= 80
