"""Which fields of the state the functions of a rule touch, according to their byte code.

`names_in` is quick and overestimates: it returns every name in reach of a function. `touched`
follows the state itself, from its argument through variables and calls, and returns which of its
fields are read and written. Access by other means (`getattr`) is not seen.
"""

from __future__ import annotations

import builtins
import dis
import sys
import types
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ludo_env._engine.compile.code_walk import is_known
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


class _State:
    """The state, wherever it has been passed."""


class _Of(NamedTuple):
    """A field of the state."""

    field: str


class _Inner(NamedTuple):
    """A function that is defined inside the one being read."""

    code: types.CodeType


class _Call(NamedTuple):
    """A call that passes the state on, or makes an inner function."""

    function: Any
    states: tuple[int, ...]


_Places = tuple[int, ...]
_EMPTY = (types.CellType(),)  # an empty cell equals any other empty cell
_IDLE = (
    "CACHE", "COPY_FREE_VARS", "EXTENDED_ARG", "KW_NAMES", "MAKE_CELL", "NOP", "NOT_TAKEN",
    "PRECALL", "RESUME",
)  # fmt: skip
_CALLS = {"CALL": 2, "CALL_FUNCTION": 1, "CALL_METHOD": 2, "CALL_KW": 3, "CALL_FUNCTION_KW": 2}
_ROTATIONS = {"ROT_TWO": 2, "ROT_THREE": 3, "ROT_FOUR": 4}


class _Walk:
    """A walk over functions and those that they pass the state to, each visited once."""

    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.writes: set[str] = set()
        self._seen: set[tuple[Any, ...]] = set()

    def function(
        self, function: types.FunctionType, states: _Places, returned: _Places | None = None
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
        states: _Places,
        returned: _Places | None = None,
    ) -> None:
        values = dict(cells)
        for place in states:
            if place < code.co_argcount:
                values[code.co_varnames[place]] = _State
        reading = _Reading(self, code, scope, values)
        calls = reading.calls()
        if returned is not None:
            calls += [_Call(value, returned) for value in reading.returned]
        for call in calls:
            if isinstance(call.function, types.FunctionType):
                self.function(call.function, call.states)
            elif isinstance(call.function, _Inner):
                inner = call.function.code
                key = (inner, call.states, code)
                if key not in self._seen:
                    self._seen.add(key)
                    self._code(inner, scope, reading.values, call.states)


class _Reading:
    """A reading of the instructions of one function in order, with a stack of known values."""

    def __init__(
        self, walk: _Walk, code: types.CodeType, scope: dict[str, Any], values: dict[str, Any]
    ) -> None:
        self.values = values  # known values of variables
        self.returned: list[Any] = []
        self._walk, self._code, self._scope = walk, code, scope
        self._stack: list[Any] = []
        self._calls: list[_Call] = []

    def calls(self) -> list[_Call]:
        """Read all instructions; return the calls that pass the state on."""
        for step in dis.get_instructions(self._code):
            self._read(step)
        return self._calls

    def _read(self, step: dis.Instruction) -> None:
        name, argument = step.opname, step.argval
        if name in _IDLE or "JUMP" in name:
            if "POP_JUMP" in name:
                self._pop()
        elif name.startswith(("LOAD_FAST", "STORE_FAST")):
            self._variables(name, argument)
        elif name in ("LOAD_DEREF", "LOAD_CLOSURE", "LOAD_CLASSDEREF"):
            self._push(self.values.get(argument))
        elif name in ("STORE_DEREF", "STORE_NAME"):
            self._bind(argument, self._pop())
        elif name in ("LOAD_GLOBAL", "LOAD_NAME"):
            self._global(step)
        elif name == "LOAD_CONST":
            self._push(_Inner(argument) if isinstance(argument, types.CodeType) else None)
        elif name in ("LOAD_ATTR", "LOAD_METHOD"):
            self._attribute(step)
        elif name == "STORE_ATTR":
            if self._pop() is _State:
                self._walk.writes.add(argument)
            self._pop()
        elif name == "STORE_SUBSCR":
            _, container, _ = self._pop(), self._pop(), self._pop()
            if isinstance(container, _Of):
                self._walk.writes.add(container.field)
        elif name in _CALLS:
            self._call(step.arg or 0, _CALLS[name], has_names=name.endswith("_KW"))
        elif name == "MAKE_FUNCTION":
            self._inner(step)
        else:
            self._other(step)

    def _variables(self, name: str, argument: Any) -> None:
        """Apply loads and stores of variables; some instructions do two at once."""
        names = argument if isinstance(argument, tuple) else (argument,)
        for kind, variable in zip(_kinds(name), names, strict=False):
            if kind == "STORE":
                self._bind(variable, self._pop())
            else:
                self._push(self.values.get(variable))

    def _global(self, step: dis.Instruction) -> None:
        self._push(self._scope.get(step.argval))
        if _effect(step) == 2:
            self._push(None)

    def _attribute(self, step: dis.Instruction) -> None:
        owner = self._pop()
        found = None
        if owner is _State:
            self._walk.reads.add(step.argval)
            found = _Of(step.argval)
        elif isinstance(owner, types.ModuleType):
            found = getattr(owner, step.argval, None)
        self._push(found)
        if _effect(step) == 1:
            self._push(None)

    def _call(self, count: int, below: int, *, has_names: bool) -> None:
        """Apply a call with this many arguments and this many values below them on the stack."""
        if has_names:
            self._pop()
            below -= 1
        arguments = [self._pop() for _ in range(count)][::-1]
        states = tuple(place for place, value in enumerate(arguments) if value is _State)
        for value in [self._pop() for _ in range(below)]:
            if states and isinstance(value, (types.FunctionType, _Inner)):
                self._calls.append(_Call(value, states))
        self._push(None)

    def _inner(self, step: dis.Instruction) -> None:
        parts = [self._pop() for _ in range(1 - _effect(step))]
        made = next((part for part in parts if isinstance(part, _Inner)), None)
        self._push(made)
        if made is not None:
            self._calls.append(_Call(made, ()))

    def _other(self, step: dis.Instruction) -> None:
        name, size = step.opname, step.arg or 0
        if name in ("DUP_TOP", "COPY"):
            self._push(self._peek(size if name == "COPY" else 1))
        elif name == "DUP_TOP_TWO":
            self._push(self._peek(2))
            self._push(self._peek(2))
        elif name == "SWAP":
            below, top = self._peek(size), self._peek(1)
            if len(self._stack) >= size:
                self._stack[-size], self._stack[-1] = top, below
        elif name in _ROTATIONS:
            if len(self._stack) >= _ROTATIONS[name]:
                self._stack.insert(-_ROTATIONS[name] + 1, self._pop())
        elif name == "SET_FUNCTION_ATTRIBUTE":
            function, _ = self._pop(), self._pop()
            self._push(function)
        elif name == "RETURN_VALUE":
            self.returned.append(self._pop())
        else:
            self._unknown(_effect(step))

    def _unknown(self, effect: int) -> None:
        """Apply an instruction of which only the stack effect is known."""
        for _ in range(-effect):
            self._pop()
        if effect <= 0 and self._stack:
            self._stack[-1] = None
        for _ in range(effect):
            self._push(None)

    def _bind(self, variable: str, value: Any) -> None:
        if value is not None:
            self.values[variable] = value

    def _push(self, value: Any) -> None:
        self._stack.append(value)

    def _pop(self) -> Any:
        return self._stack.pop() if self._stack else None

    def _peek(self, depth: int) -> Any:
        return self._stack[-depth] if 0 < depth <= len(self._stack) else None


def _kinds(name: str) -> Iterator[str]:
    """Return LOAD or STORE for each variable that an instruction names."""
    return (word for word in name.split("_") if word in ("LOAD", "STORE"))


def _effect(step: dis.Instruction) -> int:
    """Return how far an instruction that does not jump grows the stack."""
    try:
        arg = step.arg if step.opcode >= dis.HAVE_ARGUMENT else None
        return dis.stack_effect(step.opcode, arg, jump=False)
    except ValueError:
        return 0


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
