"""The seal: a digest of what a compiled kernel really contains, so that no stale one is ever run.

It covers every function that the kernel reaches, of whatever module: instructions, constants,
closures, defaults, the globals and the attributes of modules that they read, tables byte for byte,
and the layout of the arrays. It covers nothing else: an edited sentence leaves it as it is.
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
    """The seal of a kernel that holds something of unknown content: it never comes again.

    `unknown` names what it was. A kernel under such a seal is not worth keeping on disk.
    """

    __slots__ = ("unknown",)
    unknown: str


def seal_of(loop: Hook, layout: Any, makers: Iterable[Hook] = ()) -> str:
    """The seal of the kernel of a loop over arrays that are laid out so.

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
    """A digest of what rules from outside the library read now; empty if there are none.

    Such a rule is equal to itself after a global that it reads has changed. What cannot be read
    has no part in the digest.
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
