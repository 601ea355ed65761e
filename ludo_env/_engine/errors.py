"""The exceptions, one class per kind of error; every message is one actionable sentence."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable
from typing import Any

MOST_QUOTED = 80  # characters of a value in a message
_MOST_PATH = 200  # characters of a file name
_MOST_LISTED = 300  # characters of a list of known names


class LudoError(ValueError):
    """Base class of everything that the library refuses."""


class SpecError(LudoError):
    """An invalid game: a rule, a parameter or a board that does not fit."""


class PositionError(LudoError):
    """A position text that is not a position of this game."""


class IllegalActionError(LudoError):
    """An action that the rules do not allow now."""


class StateError(LudoError):
    """A saved state, or a record, that this game cannot have."""


class ActionRangeError(LudoError):
    """An action outside the action space."""


class OrderError(RuntimeError):
    """A call at the wrong time: before `reset`, after `close`, or during another call."""


class NotResetError(OrderError, AttributeError):
    """An attribute that exists only after `reset` was read before it."""


class NoDisplayError(LudoError):
    """No display is available to open a window on."""


class KeywordError(LudoError, TypeError):
    """An unknown keyword; Python itself calls this a `TypeError`."""


def quoted(value: Any) -> str:
    """Return a value as a message shows it: on one line, of at most 80 characters."""
    try:
        text = str.__str__(_BRIEF.repr(value))
    except Exception:  # noqa: BLE001  (a value from outside may raise anything when it is shown)
        text = f"<{type(value).__name__}>"
    return cut(text)


def cut(text: str, most: int = MOST_QUOTED) -> str:
    """Return a text on one line without control characters, at most `most` characters long."""
    start = " ".join(text[: 8 * most].split())
    line = "".join(letter if letter.isprintable() else "?" for letter in start)
    return line if len(line) <= most and len(text) <= 8 * most else line[: most - 3] + "..."


def reason(error: BaseException) -> str:
    """Return the message of a foreign error, shortened to fit into a message of this library."""
    try:
        text = str.__str__(str(error))
    except Exception:  # noqa: BLE001  (an error from outside may raise another when it is shown)
        text = ""
    return cut(text, _MOST_PATH).rstrip(".") or type(error).__name__


def raised(error: BaseException) -> str:
    """Return how foreign code failed: "raised ..."."""
    if isinstance(error, SystemExit):
        return f"called sys.exit({'' if error.code is None else quoted(error.code)})"
    kind, said = type(error).__name__, reason(error)
    return f"raised {kind}" if said == kind else f"raised {kind}: {said}"


def cut_path(path: Any) -> str:
    """Return the name of a file for a message: all of it, or its end if it is very long."""
    name = str(path)
    shown = cut(name[-_MOST_PATH:], _MOST_PATH)
    return shown if len(name) <= _MOST_PATH else "..." + shown[3:]


def nearest(word: Any, known: Iterable[str]) -> str:
    """Return the end of a sentence: a suggested known word, or a list of all of them."""
    names = sorted(known)
    if isinstance(word, str):
        close = difflib.get_close_matches(str.__str__(word)[:MOST_QUOTED], names, n=1)
        if close:
            return f"did you mean {close[0]!r}?"
    return f"known are {cut(', '.join(names), _MOST_LISTED)}".removesuffix(".") + "."


def _brief() -> reprlib.Repr:
    """Return a `repr` that reads no more of a large value than a message shows."""
    brief = reprlib.Repr()
    for part in ("tuple", "list", "array", "dict", "set", "frozenset", "deque"):
        setattr(brief, f"max{part}", MOST_QUOTED // 2)
    for part in ("string", "long", "other"):
        setattr(brief, f"max{part}", 20 * MOST_QUOTED)
    return brief


_BRIEF = _brief()
