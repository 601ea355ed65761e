"""Settings that the tests of the window share."""

import pytest


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory, monkeypatch):
    """A folder of the user's data that no other test has."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
