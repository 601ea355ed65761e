"""The error of the conformance kit about a promise that an environment or a rule breaks."""

from __future__ import annotations

from ludo_env._engine.errors import LudoError


class BrokenPromiseError(LudoError, AssertionError):
    """A promise of every game that this one breaks; pytest shows it as a failed assertion."""
