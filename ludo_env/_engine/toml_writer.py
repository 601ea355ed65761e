"""A writer of the TOML that a game file needs: a head, a board, and one table per rule."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def to_toml(data: Mapping[str, Any]) -> str:
    """Return the data of a game as TOML."""
    head = [f"{key} = {_value(value)}" for key, value in data.items() if not _is_part(value)]
    parts = ["\n".join(head)]
    for key, value in data.items():
        if isinstance(value, Mapping):
            parts.append("\n".join([f"[{key}]", *_lines(value)]))
        elif _is_part(value):
            parts += ["\n".join([f"[[{key}]]", *_lines(table)]) for table in value]
    return "\n\n".join(parts) + "\n"


def _is_part(value: Any) -> bool:
    """Return whether a value is a table of its own, or a list of such tables."""
    is_list = isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)
    return isinstance(value, Mapping) or is_list


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {_value(value)}" for key, value in table.items()]


def _value(value: Any) -> str:
    """Return a value as text: texts, numbers, truth values and lists are alike in TOML and JSON."""
    return json.dumps(value)
