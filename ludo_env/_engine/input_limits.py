"""Size limits of untrusted data, checked before its contents are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ludo_env._engine.errors import quoted

MOST_RULES = 200
_DEEPEST = 6  # nesting of lists and tables
_MOST_ITEMS = 2_000  # of one list or table
_MOST_IN_ALL = 20_000
_MOST_LETTERS = 20_000  # of a text
_LARGEST = 2**31
_MOST_PARTS = _DEEPEST + 1  # of a dotted key: each part but the last is a table in the one before

# The tokens of a TOML text: strings, which may be parts of keys, and what may come between parts.
# An unterminated string extends to the end of its line, or of the text; no reader gets past it.
_PIECE = re.compile(
    r"""
    (?P<long> \"{3} (?: [^"\\] | \\. | "(?!"") )* (?: "{3,5} | \\?\Z )
            | '{3} (?: [^'] | '(?!'') )* (?: '{3,5} | \Z ) )
    | (?P<part> "(?: [^"\\\n] | \\[^\n] )*"? | '[^'\n]*'? | [A-Za-z0-9_-]+ )
    | (?P<blank> [ \t]+ )
    | \#[^\n]*
    | .
    """,
    re.DOTALL | re.VERBOSE,
)


def too_large(data: Mapping[Any, Any]) -> str:
    """Return the first oversized part of plain data, with its place; "" if there is none."""
    rules = data.get("rules")
    if isinstance(rules, list) and len(rules) > MOST_RULES:
        return f"rules: a game has at most {MOST_RULES} of them, not {len(rules)}."
    waiting: list[tuple[str, Any, int]] = [("", data, 0)]
    seen = 0
    while waiting:
        place, value, depth = waiting.pop()
        wrong = _wrong(value, depth)
        seen += 1
        if seen > _MOST_IN_ALL:
            wrong = f"a game holds at most {_MOST_IN_ALL} values"
        if wrong:
            return f"{place or 'game'}: {wrong}."
        waiting += [(name, inner, depth + 1) for name, inner in _inside(place, value)]
    return ""


def key_too_long(text: str) -> str:
    """Return what is wrong with the first dotted key of a TOML text with too many parts; or "".

    TOML readers take quadratic time in the parts of a key, so this check comes first.
    """
    if not any(line.count(".") >= _MOST_PARTS for line in text.split("\n")):
        return ""
    parts, joined = 0, False  # parts of the key so far; whether the last of it is a dot
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup
        if kind == "part":
            parts, joined = parts + 1 if joined else 1, False
        elif kind != "blank":
            joined = parts > 0 and not joined and piece[0] == "."
            parts = parts if joined else 0
        if parts > _MOST_PARTS:
            line = text.count("\n", 0, piece.start()) + 1
            return f"line {line}: a key has at most {_MOST_PARTS} parts with dots between them"
    return ""


def _wrong(value: Any, depth: int) -> str:
    if isinstance(value, (Mapping, list, tuple)):
        if len(value) > _MOST_ITEMS:
            return f"it has at most {_MOST_ITEMS} entries, not {len(value)}"
        if depth > _DEEPEST:
            return f"lists and tables are nested at most {_DEEPEST} deep"
        strange = [key for key in value if type(key) is not str]
        if isinstance(value, Mapping) and strange:
            return f"its keys are texts, not {quoted(strange[0])}"
    if isinstance(value, str) and len(value) > _MOST_LETTERS:
        return f"a text has at most {_MOST_LETTERS} letters, not {len(value)}"
    if isinstance(value, int) and abs(value) > _LARGEST:
        return f"a number is at most {_LARGEST}, and {quoted(value)} is larger"
    return ""


def _inside(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Return the members of a value, each with its place: board.safe, rules[3].faces."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield f"{place}.{key}"[-80:].lstrip(".") if place else key[:80], inner
    elif isinstance(value, (list, tuple)):
        for number, inner in enumerate(value):
            yield f"{place}[{number}]", inner
