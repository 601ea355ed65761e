"""An incremental digest of values by content: equal for equal content, in every process."""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import types
from collections import deque
from typing import Any

import numpy as np

from ludo_env._engine.any_order import is_any_order
from ludo_env._engine.compile.code_walk import Absent, is_known, named, reached, shape_of
from ludo_env._engine.rule import Hook

_PLAIN = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented))
_IN_C = (types.BuiltinFunctionType, types.MethodDescriptorType, type(np.clip))
# Attributes of a class that its author did not write, and its docstrings.
_CLASS_PROSE = {
    "__dict__", "__weakref__", "__doc__", "__module__", "__qualname__", "__annotations__",
    "__firstlineno__", "__static_attributes__", "__annotate_func__", "__annotations_cache__",
}  # fmt: skip


class Content:
    """An incremental digest: of values by content, of functions by what they reach.

    A function is added in full once, and by its number when it is met again, so that
    mutually recursive functions terminate.
    """

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.unknown = ""  # the first object with unknown content
        self._numbers: dict[int, int] = {}
        self._waiting: deque[types.FunctionType] = deque()
        self._open: set[int] = set()  # containers that are being read
        self._kept: list[Any] = []  # an id is valid only while its owner lives

    def add(self, value: Any, name: str = "") -> None:
        """Add a value."""
        kind = type(value)
        if kind in _PLAIN:
            self._say(kind.__name__, repr(value))
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, (np.ndarray, np.generic)):
            self._array(value, name)
        elif isinstance(value, np.dtype):
            self._say("dtype", repr(value))
        elif value is Absent:
            self._say("absent", name)
        elif isinstance(value, type):
            self._class(value, name)
        else:
            self._compound(value, name)

    def add_inner(self, maker: Hook) -> None:
        """Add the functions inside a function, and the names that they load."""
        for code in maker.__code__.co_consts:
            if isinstance(code, types.CodeType):
                self._say("inner", shape_of(code).digest.hex())
                for name, value in named(code, maker.__globals__, {}):
                    self._named(name, value)

    def finish(self) -> None:
        """Add the bodies of all functions met so far, and of those that they reach."""
        while self._waiting:
            self.add_body(self._waiting.popleft())

    def add_body(self, function: types.FunctionType) -> None:
        """Add the instructions of a function, and what it reaches."""
        self._say("body", shape_of(function.__code__).digest.hex())
        self._say("defaults", str(len(function.__defaults__ or ())))
        self._say("keywords", " ".join(function.__kwdefaults__ or ()))
        if is_any_order(function):
            self._say("sums", "in any order")
        for name, value in reached(function):
            self._named(name, value)

    def _named(self, name: str, value: Any) -> None:
        self._say("name", name)
        if isinstance(value, types.ModuleType) and not is_known(value):
            # Code that passes a module around can read any attribute of it.
            self._give_up(f"the module {name}")
        else:
            self.add(value, name)

    def _function(self, function: types.FunctionType) -> None:
        if is_known(function):
            self._say("known", f"{function.__module__}.{function.__qualname__}")
            return
        if self._is_new(function):
            self._waiting.append(function)

    def _is_new(self, value: Any) -> bool:
        """Add the number of a function or a class; return whether it is new."""
        known = len(self._numbers)
        number = self._numbers.setdefault(id(value), known)
        self._say("number", str(number))
        if number == known:
            self._kept.append(value)
        return number == known

    def _array(self, value: Any, name: str) -> None:
        exact = type(value) is np.ndarray or isinstance(value, np.generic)
        if value.dtype.hasobject or not exact:
            self._give_up(name or "an array of objects")
            return
        array = np.asarray(value)
        order = (array.flags.c_contiguous, array.flags.f_contiguous, array.flags.aligned)
        self._say("array", repr((type(value).__name__, value.dtype, array.shape, order)))
        self._raw(array.tobytes())

    def _class(self, value: type, name: str) -> None:
        known = is_known(value)
        self._say("known" if known else "class", f"{value.__module__}.{value.__qualname__}")
        if known or not self._is_new(value):
            return
        self._items(value.__bases__, name)
        own = {word: part for word, part in vars(value).items() if word not in _CLASS_PROSE}
        if issubclass(value, enum.Enum):
            own = {member.name: member.value for member in value}
        elif _is_named_tuple(value):
            own = {name: getattr(value, name) for name in ("_fields", "_field_defaults")}
        self._mapping(own, name)

    def _compound(self, value: Any, name: str) -> None:
        """Add a value made of others, or mark it as unknown."""
        if id(value) in self._open:  # it contains itself
            self._give_up(name)
            return
        self._open.add(id(value))
        kind = type(value)
        if kind in (tuple, list):
            self._items(value, name)
        elif isinstance(value, tuple) and _is_named_tuple(kind):
            self.add(kind, name)
            self._items(value, name)
        elif kind in (set, frozenset):
            self._say("set", " ".join(sorted(self._key(item, name) for item in value)))
        elif kind in (dict, types.MappingProxyType):
            self._mapping(value, name)
        elif isinstance(value, enum.Enum):
            self.add(kind, name)
            self._say("member", str(value.name))
            self.add(value.value, name)
        elif kind in (range, slice):
            self._say(kind.__name__, repr(value))
        elif dataclasses.is_dataclass(value):
            self.add(kind, name)
            self._items([getattr(value, part.name) for part in dataclasses.fields(value)], name)
        elif isinstance(value, types.MethodType):
            self._items((value.__func__, value.__self__), name)
        elif isinstance(value, (staticmethod, classmethod)):
            self._say(kind.__name__, "")
            self.add(value.__func__, name)
        elif isinstance(value, property):
            self._items((value.fget, value.fset, value.fdel), name)
        else:
            self._foreign(value, name)
        self._open.discard(id(value))

    def _foreign(self, value: Any, name: str) -> None:
        """Add an object of the standard library, numpy or numba; anything else is unknown."""
        kind = type(value)
        if kind.__module__.partition(".")[0] == "numba":
            self._say(kind.__module__, kind.__qualname__)
            if is_dispatcher(value):  # compiled by its author
                self._mapping(value.targetoptions, name)
                self._mapping(value.locals, name)
                self.add(value.py_func, name)
            elif isinstance(getattr(value, "_defn", None), types.FunctionType):  # an intrinsic
                self.add(value._defn, name)
            elif " at 0x" not in repr(value) and _is_numba_type(value):
                self._say("type", repr(value))
            else:
                self._give_up(name)
        elif isinstance(value, types.ModuleType) and is_known(value):
            self._say("module", str(value.__name__))
        elif isinstance(value, np.ufunc) and any(value is part for part in vars(np).values()):
            self._say("ufunc", str(value.__name__))
        elif is_known(value) and _is_plain_builtin(value):
            self._say("builtin", f"{value.__module__}.{value.__qualname__}")
        else:
            self._give_up(name or type(value).__name__)

    def _items(self, values: Any, name: str) -> None:
        self._say("items", f"{type(values).__name__} {len(values)}")
        for value in values:
            self.add(value, name)

    def _mapping(self, value: Any, name: str) -> None:
        """Add the entries in the order of their keys: insertion order has no meaning."""
        entries = sorted((self._key(key, name), key) for key in value)
        self._say("mapping", str(len(entries)))
        for word, key in entries:
            self._say("key", word)
            self.add(value[key], f"{name}.{key}" if name else str(key))

    def _key(self, key: Any, name: str) -> str:
        """Return a key, or a member of a set, as an unambiguous text."""
        if type(key) is tuple:
            return "(" + " ".join(self._key(item, name) for item in key) + ")"
        if type(key) not in _PLAIN:
            self._give_up(name)
        return f"{type(key).__name__} {key!r}"

    def _give_up(self, what: str) -> None:
        self.unknown = self.unknown or what or "something"

    def _say(self, kind: str, text: str) -> None:
        self._raw(f"{kind} {text}".encode("utf-8", "backslashreplace"))

    def _raw(self, content: bytes) -> None:
        self.digest.update(b"%d:" % len(content))
        self.digest.update(content)


def is_dispatcher(value: Any) -> bool:
    """Return whether it is a compiling function such as `numba.njit` makes."""
    kinds = [(kind.__module__, kind.__name__) for kind in type(value).__mro__]
    return ("numba.core.dispatcher", "Dispatcher") in kinds


def _is_named_tuple(kind: Any) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields") and hasattr(kind, "_field_defaults")


def _is_numba_type(value: Any) -> bool:
    return any(kind.__module__.startswith("numba.core.types") for kind in type(value).__mro__)


def _is_plain_builtin(value: Any) -> bool:
    """Return whether it is a C function that is bound to no object but its module."""
    owner = getattr(value, "__self__", None)
    return type(value) in _IN_C and (owner is None or isinstance(owner, (types.ModuleType, type)))
