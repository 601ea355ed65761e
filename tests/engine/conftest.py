"""Fixtures of the tests of the engine."""

import pathlib

import pytest

from ludo_env._engine.compile import notices as announce
from ludo_env._engine.compile.kernel_files import kernel_folders


@pytest.fixture(name="folder")
def _folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """The only folder in which this process keeps compiled games."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(announce, "_SAID", set())
    return next(kernel_folders(str(tmp_path)))
