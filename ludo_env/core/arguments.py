"""Arguments that a caller gives: flags, words and whole numbers, refused in one form of words.

Types are looked at first: comparing a value of any other type could call code of the caller's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludo_env.core.errors import LudoError, SpecError, quoted


def check_flag(name: str, value: Any, error: type[LudoError] = SpecError) -> None:
    """Refuse anything but True and False."""
    if value is not True and value is not False:
        raise error(f"{name} is True or False, not {quoted(value)}.")


def check_choice(
    name: str, value: Any, known: Iterable[str], error: type[LudoError] = SpecError
) -> None:
    """Refuse anything but one of these words."""
    words = tuple(known)
    if not is_one_of(value, words):
        raise error(f"{name} is one of {', '.join(words)}, not {quoted(value)}.")


def is_one_of(value: Any, words: Iterable[str]) -> bool:
    """Return whether a value is one of these words."""
    return isinstance(value, str) and str.__str__(value) in words


def is_whole(value: Any, low: int, high: int | None = None) -> bool:
    """Return whether a value is a whole number in a range; True and False are none."""
    if type(value) is not int:
        return False
    return low <= value and (high is None or value <= high)


def whole_numbers(name: str, values: Any) -> tuple[int, ...]:
    """Return a list of whole numbers as a tuple."""
    listed = isinstance(values, (list, tuple, range, set, frozenset))
    if not listed or not all(type(number) is int for number in values):
        raise SpecError(f"{name} is a list of whole numbers, not {quoted(values)}.")
    return tuple(values)
