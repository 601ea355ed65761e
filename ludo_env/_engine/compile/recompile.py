"""Recompilation: make numba compile again what has changed since it was compiled.

numba keeps the compiled version of a function for the life of the process, even if the globals,
tables and defaults that it reads change. A kernel that is compiled later would contain the old
version, under the seal of the new content.
"""

from __future__ import annotations

import types
from collections.abc import Collection, Iterator
from typing import Any

from numba.core.registry import cpu_target

from ludo_env._engine.compile.code_walk import is_known, reached
from ludo_env._engine.compile.digest import Content, is_dispatcher
from ludo_env._engine.errors import SpecError, quoted

# The content of each function when it was last compiled, by id. The ids stay valid, since every
# function is kept.
_compiled: dict[int, bytes] = {}
_kept: list[types.FunctionType] = []


def forget_changes(function: Any, taught: Collection[int]) -> bool:
    """Make numba compile again every function in reach whose content has changed.

    `taught` holds the ids of the functions that are registered with numba. Call this before each
    compile, under one lock. The result is False if some of it was, or may have been, compiled by
    other code from other content: what is compiled now must then not be kept on disk.
    """
    parts = _parts(function)
    changed = _changed(parts)
    lasting = not any(_is_doubtful(part, changed) for part in parts.values())
    for number, part in parts.items():
        if number in changed and number in taught:
            _forget(part.function)
        if number not in _compiled:
            _kept.append(part.function)
        _compiled[number] = part.digest.digest()
    return lasting


class _Part(Content):
    """The content of one function; other functions are referred to by identity only."""

    def __init__(self, function: types.FunctionType, author: Any = None) -> None:
        super().__init__()
        self.function = function
        self.author = author  # the numba object that compiles it, if its author decorated it
        self.inner: dict[int, tuple[types.FunctionType, Any]] = {}
        self._author: Any = None
        try:
            self.add_body(function)
        except Exception as error:  # noqa: BLE001  (a value from outside may raise anything)
            self.unknown = type(error).__name__

    def _function(self, function: types.FunctionType) -> None:
        if is_known(function):
            self._say("known", f"{function.__module__}.{function.__qualname__}")
            return
        self._say("function", str(id(function)))
        author = self.inner.get(id(function), (function, None))[1]
        self.inner[id(function)] = function, author or self._author

    def _foreign(self, value: Any, name: str) -> None:
        self._author = value
        super()._foreign(value, name)
        self._author = None


def _parts(function: types.FunctionType) -> dict[int, _Part]:
    """Return the function and all functions that it reaches, by id."""
    parts: dict[int, _Part] = {}
    waiting: list[tuple[types.FunctionType, Any]] = [(function, None)]
    while waiting:
        found, author = waiting.pop()
        if id(found) not in parts:
            parts[id(found)] = _Part(found, author)
            waiting += parts[id(found)].inner.values()
    return parts


def _changed(parts: dict[int, _Part]) -> set[int]:
    """Return the functions with changed content and all that reach them, by id."""
    callers: dict[int, list[int]] = {number: [] for number in parts}
    for number, part in parts.items():
        for inner in part.inner:
            callers[inner].append(number)
    waiting = [
        number
        for number, part in parts.items()
        if part.unknown or _compiled.get(number) != part.digest.digest()
    ]
    changed: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number not in changed:
            changed.add(number)
            waiting += callers[number]
    return changed


def _is_doubtful(part: _Part, changed: set[int]) -> bool:
    """Return whether numba may have compiled this function from content other than its current one.

    That is so for a function with a decorator of numba's, whose compiled version must not be thrown
    away here.
    """
    if part.author is None or all(_is_fixed(*found) for found in _outside(part)):
        return False
    if not is_dispatcher(part.author):
        return id(part.function) in changed
    caches = type(part.author._cache).__name__ != "NullCache"
    return caches or (bool(part.author.overloads) and id(part.function) in changed)


def _outside(part: _Part) -> Iterator[tuple[Any, Any]]:
    """Return what a function reaches except itself: the first name of each chain, and the value."""
    for name, value in reached(part.function):
        if value is not part.author:
            yield part.function.__globals__.get(name.partition(".")[0]), value


def _is_fixed(root: Any, value: Any) -> bool:
    return is_known(value) or (isinstance(root, types.ModuleType) and is_known(root))


def _forget(function: types.FunctionType) -> None:
    """Throw away the compiled versions of a registered function."""
    try:
        known = cpu_target.typing_context.resolve_value_type(function)
        caches = [known._impl_keys, *(template._impl_cache for template in known.templates)]
    except Exception as error:  # another numba may store them elsewhere, and raise any error
        if id(function) not in _compiled:
            return
        raise SpecError(
            f"The function {quoted(function.__qualname__)}, or what it reads, has changed since "
            "it was compiled, and this version of numba does not forget it; play on in a new "
            'process, or with backend="python".'
        ) from error
    for cache in caches:
        cache.clear()
