"""Write the type stubs of the environment modules, so that editors see every keyword.

    python docs/stubs.py

They are made from the signatures that the functions have when they run.
"""
# ruff: noqa: INP001  (a script of its own)

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from inspect import Parameter
from pathlib import Path
from types import NoneType, UnionType
from typing import Any

import ludo_env
from ludo_env.catalogue import ENVIRONMENTS

_FOLDER = Path(ludo_env.__file__).parent / "envs"
_FUNCTIONS = ("env", "raw_env", "parallel_env", "batch_env", "single_env", "single_batch_env")
_PLAIN = (bool, int, float, str, NoneType)
# The names that stubs can use, by module; a blank line follows each group.
_SOURCES = {
    "collections.abc": ("Mapping",),
    "pathlib": ("Path",),
    "typing": ("Any", "Literal"),
    "gymnasium.vector": ("AutoresetMode",),
    "ludo_env._engine.spec": ("Spec",),
    "ludo_env._envs.aec": ("BoardEnv",),
    "ludo_env._envs.parallel": ("ParallelBoardEnv",),
    "ludo_env._envs.seat_vector": ("SeatBatchEnv",),
    "ludo_env._envs.single": ("SeatEnv",),
    "ludo_env._envs.vector": ("BatchEnv",),
}
_GROUP_ENDS = ("typing", "gymnasium.vector")


def stub(module: str) -> str:
    """Return the stub of an environment module."""
    made = import_module(f"ludo_env.envs.{module}")
    functions = [_Function(name, getattr(made, name)) for name in _FUNCTIONS]
    functions.append(_Function("spec", made.spec, made.env))
    exported = "".join(f'    "{name}",\n' for name in sorted(made.__all__))
    parts = [_imports("".join(function.head for function in functions))]
    parts.append(f"__all__ = [\n{exported}]\n")
    parts += [function.head + function.doc for function in functions]
    return "\n".join(parts)


def stub_of(module: str) -> Path:
    """Return the file of a stub."""
    return _FOLDER / f"{module}.pyi"


def main() -> None:
    """Write all stubs."""
    for entry in ENVIRONMENTS:
        stub_of(entry.module).write_text(stub(entry.module), "utf-8")


class _Function:
    """A function as a stub; with `like`, its parameters have the types of that function's."""

    def __init__(self, name: str, function: Callable[..., Any], like: Any = None) -> None:
        signature = inspect.signature(function, eval_str=True)
        typed = inspect.signature(like).parameters if like else signature.parameters
        lines = "".join(f"    {line},\n" for line in _parameters(signature, typed))
        self.head = f"def {name}(\n{lines}) -> {_type(signature.return_annotation)}:\n"
        doc = inspect.cleandoc(function.__doc__ or "")
        text = "\n".join(f"    {line}".rstrip() for line in doc.splitlines()).strip()
        end = "\n    " if "\n" in text else ""
        self.doc = f'    """{text}{end}"""\n'


def _imports(code: str) -> str:
    """Return the imports that code needs."""
    lines = []
    for module, names in _SOURCES.items():
        used = [name for name in names if re.search(rf"\b{name}\b", code)]
        lines += [f"from {module} import {', '.join(used)}\n"] if used else []
        lines += ["\n"] if module in _GROUP_ENDS and lines and lines[-1] != "\n" else []
    return "".join(lines)


def _parameters(signature: inspect.Signature, typed: Any) -> Iterator[str]:
    """Yield the parameters, a line each."""
    starred = False
    for name, parameter in signature.parameters.items():
        if parameter.kind is Parameter.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        default = "" if parameter.default is Parameter.empty else f" = {_value(parameter.default)}"
        yield f"{name}: {_type(typed[name].annotation)}{default}"


def _type(kind: Any) -> str:
    """Return a type as Python source."""
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if kind is NoneType:
        return "None"
    if kind is Ellipsis:
        return "..."
    if origin is typing.Literal:
        return f"Literal[{', '.join(map(_value, inside))}]"
    if origin in {typing.Union, UnionType}:
        return " | ".join(map(_type, inside))
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(_type, inside))}]"
    return "Any" if kind is Any else str(kind.__name__)


def _value(value: Any) -> str:
    """Return a default as Python source, as the formatter writes it."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_value, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, _PLAIN):
        return repr(value)
    return "..."


if __name__ == "__main__":
    main()
