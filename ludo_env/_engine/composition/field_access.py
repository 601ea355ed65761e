"""Which fields of the state the functions of a rule touch, according to their byte code.

`names_in` is quick and overestimates: it returns every name in reach of a function. `touched`
follows the state itself, from its argument through variables and calls, and returns which of its
fields are read and written. Access by other means (`getattr`) is not seen.
"""

from __future__ import annotations

import builtins
import sys
import types
from functools import lru_cache
from typing import Any, NamedTuple

from ludo_env._engine.compile.code_walk import is_known
from ludo_env._engine.composition.code_reading import Call, InnerFunction, Reading, StateArgument
from ludo_env._engine.rule import Hook


class Touched(NamedTuple):
    """Fields of the state, by name."""

    reads: frozenset[str]
    writes: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        """Fields that are read or written."""
        return self.reads | self.writes


def names_in(hook: Hook) -> set[str]:
    """Return the names that a function and those in its reach use, except globals."""
    found: set[str] = set()
    waiting: list[Any] = [hook]
    seen: set[int] = set()
    while waiting:
        function = waiting.pop()
        if type(function) is not types.FunctionType or id(function) in seen:
            continue
        seen.add(id(function))
        waiting += [cell.cell_contents for cell in function.__closure__ or () if cell not in _EMPTY]
        scope = function.__globals__
        for name in _names(function.__code__):
            if name not in scope:
                found.add(name)
                continue
            value = scope[name]
            kind = type(value)
            if kind is types.FunctionType and not _is_library(value.__module__):
                waiting.append(value)
            elif kind is types.ModuleType and not is_known(value):
                waiting += [getattr(value, part, None) for part in _names(function.__code__)]
    return found


def touched(hook: Hook, state: int, *, late: bool = False) -> Touched:
    """Return the fields that a function touches through its argument number `state`.

    A `late` function is called with verbs of the engine, and the function that it returns gets the
    state.
    """
    walk = _Walk()
    if isinstance(hook, types.FunctionType):
        walk.function(hook, () if late else (state,), (state,) if late else None)
    return Touched(frozenset(walk.reads), frozenset(walk.writes))


Places = tuple[int, ...]  # which arguments of a call
_EMPTY = (types.CellType(),)  # an empty cell equals any other empty cell


class _Walk:
    """A walk over functions and those that they pass the state to, each visited once."""

    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.writes: set[str] = set()
        self._seen: set[tuple[Any, ...]] = set()

    def function(
        self, function: types.FunctionType, states: Places, returned: Places | None = None
    ) -> None:
        """Visit a function that gets the state in these arguments."""
        key = (id(function), states)
        if key in self._seen or is_known(function):
            return
        self._seen.add(key)
        cells = _closed_over(function)
        self._code(function.__code__, function.__globals__, cells, states, returned)

    def _code(
        self,
        code: types.CodeType,
        scope: dict[str, Any],
        cells: dict[str, Any],
        states: Places,
        returned: Places | None = None,
    ) -> None:
        values = dict(cells)
        for place in states:
            if place < code.co_argcount:
                values[code.co_varnames[place]] = StateArgument
        reading = Reading(self, code, scope, values)
        calls = reading.calls()
        if returned is not None:
            calls += [Call(value, returned) for value in reading.returned]
        for call in calls:
            if isinstance(call.function, types.FunctionType):
                self.function(call.function, call.states)
            elif isinstance(call.function, InnerFunction):
                inner = call.function.code
                key = (inner, call.states, code)
                if key not in self._seen:
                    self._seen.add(key)
                    self._code(inner, scope, reading.values, call.states)


def _closed_over(function: types.FunctionType) -> dict[str, Any]:
    """Return the closure of a function, by name, without empty cells."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in cells if cell not in _EMPTY}


@lru_cache(maxsize=8192)
def _names(code: types.CodeType) -> frozenset[str]:
    """Return the names in code and in nested code, except builtins."""
    found = {name for name in code.co_names if not hasattr(builtins, name)}
    for constant in code.co_consts:
        if type(constant) is types.CodeType:
            found |= _names(constant)
    return frozenset(found)


@lru_cache(maxsize=1024)
def _is_library(module: str) -> bool:
    """Return whether it is a module of the standard library, numpy or numba."""
    return is_known(sys.modules.get(module))
