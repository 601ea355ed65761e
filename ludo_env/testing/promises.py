"""The error of the conformance kit about a promise that an environment or a rule breaks."""

from __future__ import annotations

from ludo_env._engine.errors import LudoError


class BrokenPromiseError(LudoError, AssertionError):
    """An error about a broken promise; pytest shows it as a failed assertion."""
