"""The seal: a digest of what a compiled kernel contains, so that a stale one never runs.

It covers every function that the kernel reaches, in any module: instructions, constants,
closures, defaults, the globals and module attributes that they read, tables byte for byte,
and the layout of the arrays. It covers nothing else: editing a comment does not change it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import numpy as np

from ludo_env._engine.compile.digest import Content
from ludo_env._engine.rule import Hook, Rule

_LIBRARY = __name__.partition(".")[0]


class FleetingSeal(str):
    """A seal that never repeats, for a kernel with an object whose content cannot be read.

    `unknown` names the object. A kernel under such a seal is not worth keeping on disk.
    """

    __slots__ = ("unknown",)
    unknown: str


def seal_of(loop: Hook, layout: Any, makers: Iterable[Hook] = ()) -> str:
    """Return the seal of the kernel of a loop over arrays with this layout.

    `makers` are the functions whose inner functions wrap the loop into an entry.
    """
    content = _content((("numpy", np.__version__), layout, loop), makers)
    seal = content.digest.hexdigest()
    if not content.unknown:
        return seal
    fleeting = FleetingSeal(secrets.token_hex(len(seal) // 2))
    fleeting.unknown = content.unknown
    return fleeting


def contents_of(rules: Iterable[Rule], family: Any) -> str:
    """Return a digest of what rules from outside the library read now; empty without any.

    Such a rule still equals itself after a global that it reads has changed. Content that cannot be
    read is not part of the digest.
    """
    outside: list[Any] = [rule.factory for rule in rules if _is_outside(rule.factory)]
    if _is_outside(type(family)):
        outside.append(type(family))
    return _content(outside).digest.hexdigest() if outside else ""


def _is_outside(value: Any) -> bool:
    return str(value.__module__).partition(".")[0] != _LIBRARY


def _content(values: Iterable[Any], makers: Iterable[Hook] = ()) -> Content:
    content = Content()
    try:
        for value in values:
            content.add(value)
        for maker in makers:
            content.add_inner(maker)
        content.finish()
    except Exception as error:  # noqa: BLE001  (a value from outside may raise anything)
        content.unknown = content.unknown or f"a value that raises {type(error).__name__}"
    return content
