"""The byte code of one function, read in order with a stack of the values that are known.

The values that matter are the state, its fields, and functions that the state is passed to.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol


class StateArgument:
    """The state, wherever it has been passed."""


class FieldOf(NamedTuple):
    """A field of the state."""

    field: str


class InnerFunction(NamedTuple):
    """A function that is defined inside the one being read."""

    code: types.CodeType


class Call(NamedTuple):
    """A call that passes the state on, or makes an inner function."""

    function: Any
    states: tuple[int, ...]


class Touching(Protocol):
    """The fields that are read and written, by name."""

    reads: set[str]
    writes: set[str]


_IDLE = (
    "CACHE", "COPY_FREE_VARS", "EXTENDED_ARG", "KW_NAMES", "MAKE_CELL", "NOP", "NOT_TAKEN",
    "PRECALL", "RESUME",
)  # fmt: skip
_CALLS = {"CALL": 2, "CALL_FUNCTION": 1, "CALL_METHOD": 2, "CALL_KW": 3, "CALL_FUNCTION_KW": 2}
_ROTATIONS = {"ROT_TWO": 2, "ROT_THREE": 3, "ROT_FOUR": 4}


class Reading:
    """A reading of the instructions of one function in order, with a stack of known values."""

    def __init__(
        self, walk: Touching, code: types.CodeType, scope: dict[str, Any], values: dict[str, Any]
    ) -> None:
        self.values = values  # known values of variables
        self.returned: list[Any] = []
        self._walk, self._code, self._scope = walk, code, scope
        self._stack: list[Any] = []
        self._calls: list[Call] = []

    def calls(self) -> list[Call]:
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
            self._push(InnerFunction(argument) if isinstance(argument, types.CodeType) else None)
        elif name in ("LOAD_ATTR", "LOAD_METHOD"):
            self._attribute(step)
        elif name == "STORE_ATTR":
            if self._pop() is StateArgument:
                self._walk.writes.add(argument)
            self._pop()
        elif name == "STORE_SUBSCR":
            _, container, _ = self._pop(), self._pop(), self._pop()
            if isinstance(container, FieldOf):
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
        if owner is StateArgument:
            self._walk.reads.add(step.argval)
            found = FieldOf(step.argval)
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
        states = tuple(place for place, value in enumerate(arguments) if value is StateArgument)
        for value in [self._pop() for _ in range(below)]:
            if states and isinstance(value, (types.FunctionType, InnerFunction)):
                self._calls.append(Call(value, states))
        self._push(None)

    def _inner(self, step: dis.Instruction) -> None:
        parts = [self._pop() for _ in range(1 - _effect(step))]
        made = next((part for part in parts if isinstance(part, InnerFunction)), None)
        self._push(made)
        if made is not None:
            self._calls.append(Call(made, ()))

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
