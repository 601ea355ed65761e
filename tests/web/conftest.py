"""Servers for tests, on a port that is free."""

import threading

import pytest


@pytest.fixture(scope="session")
def ending():
    """Servers that end while other tests go on; at the end of the run all have ended."""
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
    """A server with quick agents, for clients that ask more often than people do."""
    from ludo_env.server import Limits, Options, TableServer

    limits = Limits(moves=(1000.0, 1000))
    options = Options(tmp_path / "db", port=0, pace=0.0, workers=0, limits=limits)
    running = TableServer(options).__enter__()
    yield running
    ending(running)
