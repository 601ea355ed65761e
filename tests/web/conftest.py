"""Servers for tests, on a port that is free."""

import pytest


@pytest.fixture
def server(tmp_path):
    """A server with quick agents, for clients that ask more often than people do."""
    from ludo_env.server import Limits, Options, TableServer

    limits = Limits(moves=(1000.0, 1000))
    options = Options(tmp_path / "db", port=0, pace=0.0, workers=0, limits=limits)
    with TableServer(options) as running:
        yield running
