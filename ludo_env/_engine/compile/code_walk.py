"""What a function reaches, according to its byte code: what it computes and which names it loads.

The compiler freezes everything that a function reaches when it is compiled: the cells it closes
over, its defaults, the globals it reads, and attributes of modules and classes. Both `teach` and
the seal are built on this walk.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import os
import sys
import types
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

# Modules that numba translates itself or that belong to the interpreter: identified by name alone.
KNOWN_PACKAGES = ("numba", "numpy", "llvmlite")
_STANDARD = Path(os.__file__).parent
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
_CELLS = ("LOAD_DEREF", "LOAD_CLASSDEREF")
# Code flags that matter to a compiler: how a function takes arguments, and generators.
_FLAGS = 0x3FF
_ON_THE_HEAP = 1 << 9  # the flag of classes that are created at run time


class Chain(NamedTuple):
    """A name that code loads from outside, and the attributes that it then reads from it."""

    name: str
    attributes: tuple[str, ...]
    cell: bool  # a closure cell, or a global


class Shape(NamedTuple):
    """Code without comments: a digest of instructions and constants, and the names it loads."""

    digest: bytes
    chains: tuple[Chain, ...]


class Reached(NamedTuple):
    """One object that a function reaches: the name in the code, and the current value."""

    name: str
    value: Any


class Absent:
    """The value of a name without a value: an empty cell, or an unknown name."""


@lru_cache(maxsize=8192)
def shape_of(code: types.CodeType) -> Shape:
    """Return the shape of code, independent of docstrings, file names, line numbers and comments.

    Constants count by value where they are used, so an unused one (a docstring) counts nowhere.
    """
    words: list[str] = [
        repr((code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)),
        repr((code.co_varnames, code.co_cellvars, code.co_freevars, code.co_flags & _FLAGS)),
        repr(getattr(code, "co_exceptiontable", b"")),
    ]
    chains: dict[Chain, None] = {}
    instructions = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    for at, step in enumerate(instructions):
        if step.opcode in dis.hasconst:
            words.append(f"{step.opname} {_constant(step.argval, chains)}")
            continue
        named = step.opcode in dis.hasname
        words.append(f"{step.opname} {step.arg} {step.argval if named else ''}")
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME", *_CELLS):
            attributes = _attributes(instructions, at + 1)
            chains[Chain(str(step.argval), attributes, step.opname in _CELLS)] = None
    return Shape(_hash(words), tuple(chains))


def reached(function: types.FunctionType) -> Iterator[Reached]:
    """Return everything that a function reaches, in an order that follows from its code.

    Modules and classes are followed along the attributes that the code reads from them.
    """
    for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        yield Reached("a default", value)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    for name, cell in cells.items():
        value = _inside(cell)
        if not isinstance(value, types.ModuleType):
            yield Reached(name, value)
    yield from named(function.__code__, function.__globals__, cells)


def named(
    code: types.CodeType, scope: dict[str, Any], cells: dict[str, types.CellType]
) -> Iterator[Reached]:
    """Return the outside names of code: globals, and attributes of modules and classes."""
    for chain in shape_of(code).chains:
        if chain.cell:
            if chain.name not in cells:
                continue  # a variable of the enclosing function
            value = _inside(cells[chain.name])
            if not isinstance(value, (types.ModuleType, type)):
                continue
        else:
            value = scope.get(chain.name, getattr(builtins, chain.name, Absent))
        yield _followed(chain, value)


def is_known(value: Any) -> bool:
    """Return whether it is a module, class or function of the standard library, numpy or numba."""
    if isinstance(value, types.FunctionType):
        name, scope = value.__globals__.get("__name__"), value.__globals__
        module = sys.modules.get(str(name))
        return module is not None and vars(module) is scope and _is_known_module(str(name))
    if isinstance(value, types.ModuleType):
        return sys.modules.get(value.__name__) is value and _is_known_module(value.__name__)
    if isinstance(value, type) and not _is_at_its_name(value):
        return False
    return _is_known_module(str(getattr(value, "__module__", "")))


def _is_at_its_name(kind: type) -> bool:
    """Return whether a class can be found under its own name.

    Code without a module reports "builtins" as its module.
    """
    if not kind.__flags__ & _ON_THE_HEAP:
        return True  # written in C
    found: Any = sys.modules.get(kind.__module__)
    for word in kind.__qualname__.split("."):
        found = getattr(found, word, None)
    return found is kind


def _attributes(instructions: list[dis.Instruction], at: int) -> tuple[str, ...]:
    """Return the attributes that are read one after the other, starting at an instruction."""
    found = []
    while at < len(instructions) and instructions[at].opname in _ATTRIBUTES:
        found.append(str(instructions[at].argval))
        at += 1
    return tuple(found)


def _constant(value: Any, chains: dict[Chain, None]) -> str:
    """Return a constant of code as text; names loaded by nested code are added to the chains."""
    if isinstance(value, types.CodeType):
        shape = shape_of(value)
        chains.update(dict.fromkeys(shape.chains))
        return shape.digest.hex()
    if isinstance(value, tuple):
        return "(" + " ".join(_constant(item, chains) for item in value) + ")"
    if isinstance(value, frozenset):
        return "{" + " ".join(sorted(_constant(item, chains) for item in value)) + "}"
    return f"{type(value).__name__} {value!r}"


def _hash(words: list[str]) -> bytes:
    digest = hashlib.sha256()
    for word in words:
        text = word.encode("utf-8", "backslashreplace")
        digest.update(b"%d:%b" % (len(text), text))
    return digest.digest()


def _inside(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return Absent


def _followed(chain: Chain, value: Any) -> Reached:
    """Return the object at the end of a chain; anything but a module or a class is taken whole."""
    path = chain.name
    for attribute in chain.attributes:
        if not isinstance(value, (types.ModuleType, type)):
            break
        path = f"{path}.{attribute}"
        value = getattr(value, attribute, Absent)
    return Reached(path, value)


@lru_cache(maxsize=1024)
def _is_known_module(name: str) -> bool:
    top = name.partition(".")[0]
    if top in KNOWN_PACKAGES:
        return True
    if name == "__main__" or top not in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(name), "__file__", None)  # a user's file can have such a name
    return file is None or (
        Path(file).is_relative_to(_STANDARD) and "site-packages" not in Path(file).parts
    )
