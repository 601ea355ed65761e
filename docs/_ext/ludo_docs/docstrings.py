"""Docstrings and signatures for autodoc: lists of words, and short types of arrays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

_WORD = re.compile(r"^(\w+(?:, \w+)*): (.+)$")
_ARRAY = re.compile(r"~?numpy\.ndarray\[tuple\[[^\]]*\], ~?numpy\.dtype\[([^\]]*)\]\]")
_ALIAS = re.compile(r"TypeAliasForwardRef\('(\w+)'\)")
_SECTION = re.compile(r"^(Args|Returns|Raises|Yields|Keywords .*):$")


def lists_of_words(
    app: Any, what: str, name: str, value: Any, options: Any, lines: list[str]
) -> None:
    """Turn `word: meaning`, with indented lines after it, into items of a list."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    made: list[str] = []
    in_list = False
    for line in _without_sections(lines):
        found = _WORD.match(line)
        if found and (in_list or not made or not made[-1]):
            made += [""] * in_list + [f"* **{found[1]}**: {found[2]}"]
            in_list = True
        elif in_list and line.startswith("    "):
            made.append(f"  {line.strip()}")
        else:
            made += [""] * (in_list and bool(line)) + [line]
            in_list = in_list and not line
    lines[:] = made


def short_arrays(
    app: Any, what: str, name: str, value: Any, options: Any, signature: str, result: str
) -> tuple[str, str]:
    """Write arrays as `ndarray[float32]`, without the unspecified shape."""
    return _short(signature), _short(result)


def _short(text: str) -> str:
    if not text:
        return text
    return _ALIAS.sub(r"\1", _ARRAY.sub(r"~numpy.ndarray[\1]", text))


def _without_sections(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines without the headings of sections such as `Args:` and their indentation."""
    inside = False
    for line in lines:
        if _SECTION.match(line):
            inside = True
            if " " in line:
                yield line
            continue
        inside = inside and (not line or line.startswith("    "))
        yield line[4:] if inside else line
