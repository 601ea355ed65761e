"""Servers for tests, on a port that is free."""

import pytest
from table_client import Page, begin, follow


@pytest.fixture
def server(tmp_path):
    """A server with quick agents, for clients that ask more often than people do."""
    from ludo_env.server import Limits, Options, TableServer

    limits = Limits(moves=(1000.0, 1000))
    options = Options(tmp_path / "db", port=0, pace=0.0, workers=0, limits=limits)
    with TableServer(options) as running:
        yield running


@pytest.fixture
def table(server):
    """A table in the middle of its game, and everything that it is."""
    opened = begin(server, "mensch", ["me", "friend", "friend", "friend"])
    host = Page(server, opened["table"], opened["host"])
    pages = [host, *(Page(server, opened["table"], key) for key in opened["seats"][1:])]
    follow(pages, lambda: host.state["moves"] >= 6)
    follow(pages, lambda: any(page.mine for page in pages))
    for page in pages:
        page.close()
    return opened
