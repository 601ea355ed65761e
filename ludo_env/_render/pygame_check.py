"""The check for pygame, which draws pixels and opens windows; the library works without it."""

from __future__ import annotations

from importlib.util import find_spec

from ludo_env._engine.errors import LudoError

INSTALL = "pip install pygame-ce"


def check_pygame(what: str, instead: str) -> None:
    """Raise an error if pygame is not installed; `instead` says what works without it."""
    if find_spec("pygame") is None:
        raise LudoError(f'{what} needs pygame, which is not installed ("{INSTALL}"); {instead}.')
