"""Servers for tests, on a port that is free."""

import pytest


@pytest.fixture
def server(tmp_path):
    """A server with quick agents."""
    from ludo_env.server import Options, TableServer

    with TableServer(Options(tmp_path / "db", port=0, pace=0.0, workers=0)) as running:
        yield running
