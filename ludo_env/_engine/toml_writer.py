"""The layout of a game file in TOML: a head, a board, and one table per rule, a line per value.

Texts, keys and numbers are written by tomli-w. The layout is made here, because tomli-w writes
each number of a list on a line of its own, and short rules inside one list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w


def to_toml(data: Mapping[str, Any]) -> str:
    """Return the data of a game as TOML."""
    head = {key: value for key, value in data.items() if not _is_part(value)}
    parts = [_lines(head)]
    for key, value in data.items():
        if isinstance(value, Mapping):
            parts.append(f"[{key}]\n{_lines(value)}")
        elif _is_part(value):
            parts += [f"[[{key}]]\n{_lines(table)}" for table in value]
    return "\n".join(parts)


def _is_part(value: Any) -> bool:
    """Return whether a value is a table of its own, or a list of such tables."""
    is_list = isinstance(value, list) and len(value) > 0 and isinstance(value[0], Mapping)
    return isinstance(value, Mapping) or is_list


def _lines(table: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    """Return a key, in quotes where TOML requires them."""
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def _value(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return tomli_w.dumps({"value": value}).removeprefix("value = ").removesuffix("\n")
