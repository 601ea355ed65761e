"""Argument checks: flags, words and whole numbers, with uniform error messages.

The type is checked first: comparing a value of an unknown type could run the caller's own code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from ludo_env._engine.errors import ActionRangeError, LudoError, SpecError, quoted


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


def is_whole(value: Any, low: int, high: int | None = None) -> TypeGuard[int]:
    """Return whether a value is a whole number in a range; True and False are not whole numbers."""
    if type(value) is not int:
        return False
    return low <= value and (high is None or value <= high)


def is_integer(value: Any) -> TypeGuard[int]:
    """Return whether a value is a whole number, numpy's included; True and False are not."""
    return isinstance(value, (int, np.integer)) and not is_flag(value)


def is_real(value: Any) -> TypeGuard[float]:
    """Return whether a value is a number, numpy's included; True and False are not."""
    return is_integer(value) or isinstance(value, (float, np.floating))


def is_flag(value: Any) -> bool:
    """Return whether a value is True or False, numpy's included."""
    return isinstance(value, (bool, np.bool_))


def number_of(who: str, action: Any, count: int) -> int:
    """Return an action as a plain number; refuse one outside the action space."""
    try:
        number = index(action)
    except Exception:  # noqa: BLE001  (an object of the caller's may raise anything)
        number = -1
    if not 0 <= number < count:
        raise out_of_range(who, action, count)
    return number


def out_of_range(agent: str, action: Any, count: int) -> ActionRangeError:
    """Return the error for an action outside the action space."""
    return ActionRangeError(
        f"{agent} asked for action {quoted(action)}; "
        f"the actions are the whole numbers 0..{count - 1}."
    )


def whole_numbers(name: str, values: Any) -> tuple[int, ...]:
    """Return a list of whole numbers as a tuple."""
    listed = isinstance(values, (list, tuple, range, set, frozenset))
    if not listed or not all(type(number) is int for number in values):
        raise SpecError(f"{name} is a list of whole numbers, not {quoted(values)}.")
    return tuple(values)


def wrong_kind(annotation: Any, value: Any) -> str:
    """Return what a parameter must be, in words, if the value does not match the annotation."""
    words = str(annotation)
    if value is None and words.endswith(" | None"):
        return ""
    kind = _KINDS.get(words.removesuffix(" | None"))
    return "" if kind is None or _is_of(kind, value) else kind.words


class _Kind(NamedTuple):
    type: Any
    inside: str  # of what kind, by annotation
    words: str


# What the annotations of rule and board parameters mean in words.
_KINDS: Mapping[str, _Kind] = {
    "int": _Kind(int, "", "a whole number"),
    "bool": _Kind(bool, "", "true or false"),
    "str": _Kind(str, "", "a text"),
    "tuple[int, ...]": _Kind(tuple, "int", "a list of whole numbers"),
    "tuple[str, ...]": _Kind(tuple, "str", "a list of texts"),
    "tuple[tuple[int, ...], ...]": _Kind(
        tuple, "tuple[int, ...]", "a list of lists of whole numbers"
    ),
}


def _is_of(kind: _Kind, value: Any) -> bool:
    if type(value) is not kind.type:
        return False
    return not kind.inside or all(_is_of(_KINDS[kind.inside], item) for item in value)
