"""The public names of a module: each name of its `__all__`, with its signature and docstring."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, get_origin

from ludo_docs.generated import Generated, code, table_of
from ludo_env._engine.rule import RuleMaker


class PublicNames(Generated):
    """Functions and classes with their docstrings; constants and rules in tables."""

    def text(self, name: str) -> str:
        """Return an entry for each public name, in the order of the kinds below."""
        module = import_module(name)
        public = {one: getattr(module, one) for one in sorted(module.__all__)}
        public = dict(sorted(public.items(), key=lambda item: _rank(item[1])))
        modules = [one for one, value in public.items() if isinstance(value, ModuleType)]
        rules = [one for one, value in public.items() if isinstance(value, RuleMaker)]
        entries = [line for one, value in public.items() for line in _entry(f"{name}.{one}", value)]
        constants = [
            (code(one), code(_short(value)))
            for one, value in public.items()
            if one not in modules and one not in rules and not _is_code(value)
        ]
        parts = []
        if modules:
            parts.append(
                "Modules: " + ", ".join(f"[`{one}`](keywords.md#of-{one})" for one in modules) + "."
            )
        if entries:
            parts.append("\n".join(["```{eval-rst}", *entries, "```"]))
        if constants:
            parts.append(table_of(["constant", "value"], constants))
        if rules:
            linked = ", ".join(f"`{one}`" for one in rules)
            parts.append(
                f"Rules: {linked}. [Every rule with its parameters](../make/rules/index.md)."
            )
        return "\n\n".join(parts)


def _entry(path: str, value: Any) -> Iterator[str]:
    """Yield the directive of autodoc for a class or a function."""
    if not _is_code(value):
        return
    if isinstance(value, type):
        yield f".. autoclass:: {path}"
        if not issubclass(value, Exception):
            yield "   :members:"
    elif isinstance(value, RuleMaker):
        return
    else:
        yield f".. autofunction:: {path}"
    yield ""


def _rank(value: Any) -> int:
    """Return the rank of an entry: functions first, then classes, errors last."""
    if get_origin(value) is not None or not isinstance(value, type):
        return 0
    return 2 if issubclass(value, Exception) else 1


def _is_code(value: Any) -> bool:
    """Return whether a value is a class or function; an alias such as `dict[str, int]` is not."""
    return callable(value) and get_origin(value) is None


def _short(value: Any) -> str:
    text = repr(value)
    if isinstance(value, dict):
        text = ", ".join(map(str, value))
    return text if len(text) <= 120 else f"{type(value).__name__}(...)"
