"""What can go wrong, one class per kind; every message is one sentence a caller can act on."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class LudoError(ValueError):
    """Anything the library refuses."""


class SpecError(LudoError):
    """A game that cannot be: a rule, a parameter or a board that does not fit."""


class PositionError(LudoError):
    """A position text that is not a position of this game."""


class IllegalActionError(LudoError):
    """An action that the rules do not allow now."""


class ActionRangeError(LudoError):
    """An action that is not in the action space at all."""


class OrderError(RuntimeError):
    """A call that came too early: the environment has not been reset."""


class NotResetError(OrderError, AttributeError):
    """Something that exists only after `reset` was asked for before it."""


class NoDisplayError(LudoError):
    """There is no display on which a window could be opened."""


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a sentence that suggests a known word, or lists them all."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    return "known are " + ", ".join(names) + "."
