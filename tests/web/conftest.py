"""Servers for tests, on a free port."""

import threading

import pytest
from table_client import Page, begin, follow


@pytest.fixture(scope="session")
def ending():
    """Collect servers that end while other tests go on; wait for them at the end of the run."""
    threads = []

    def end(server):
        threads.append(threading.Thread(target=server.__exit__, args=(None, None, None)))
        threads[-1].start()

    yield end
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)


@pytest.fixture
def server(tmp_path, ending):
    """Return a server with quick agents, for clients that ask more often than people do."""
    from ludo_env.server import Limits, Options, TableServer

    limits = Limits(moves=(1000.0, 1000), table=(1000.0, 1000), edits=(1000.0, 1000))
    options = Options(tmp_path / "db", port=0, pace=0.0, workers=0, limits=limits)
    running = TableServer(options).__enter__()
    yield running
    ending(running)


@pytest.fixture
def table(server):
    """Return a table in the middle of its game, with everything that belongs to it."""
    opened = begin(server, "mensch", ["me", "friend", "friend", "friend"])
    host = Page(server, opened["table"], opened["host"])
    pages = [host, *(Page(server, opened["table"], key) for key in opened["seats"][1:])]
    follow(pages, lambda: host.state["moves"] >= 6)
    follow(pages, lambda: any(page.mine for page in pages))
    for page in pages:
        page.close()
    return opened
