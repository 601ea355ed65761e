"""Warnings about misspelt options of `reset`; unknown ones are ignored."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any

_FAR = 2  # letters that may be wrong, missing or too many
_warned: set[str] = set()


def warn_of_slips(options: Mapping[Any, Any], known: Iterable[str]) -> None:
    """Warn once about each unknown option that is within two letters of a known one."""
    names = tuple(known)
    for key in options:
        if type(key) is not str or key in names or key in _warned:
            continue
        near = [name for name in names if _distance(key, name) <= _FAR]
        if near:
            _warned.add(key)
            warnings.warn(
                f"reset() ignores the option {key!r}; did you mean {near[0]!r}?", stacklevel=4
            )


def _distance(one: str, other: str) -> int:
    """Return the edit distance of two words: letters inserted, deleted or changed."""
    if abs(len(one) - len(other)) > _FAR:
        return _FAR + 1
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        above, row = row, [at]
        for column, wanted in enumerate(other):
            changed = above[column] + (letter != wanted)
            row.append(min(changed, above[column + 1] + 1, row[column] + 1))
    return row[-1]
