"""Lines of text in a given width; colour codes take no columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

_CODE = re.compile(r"\x1b\[[0-9;]*m")
_PART = re.compile(r"\s*(?:[^\s,/]+[,/]*|[,/]+)|\s+")  # a line is broken before one of these
_INDENT = 4  # of the rest of a broken line
_GAP = 3  # columns between two columns of a list


def in_columns(lines: Sequence[str], width: int, short: int = 0) -> list[str]:
    """Return a list in as many columns as fit, read downwards; up to `short` lines in one."""
    for columns in range(1 if len(lines) <= short else len(lines), 1, -1):
        height = -(-len(lines) // columns)
        piles = [lines[at : at + height] for at in range(0, len(lines), height)]
        widths = [max(map(width_of, pile)) for pile in piles]
        if sum(widths) + _GAP * (len(widths) - 1) <= width:
            rows = zip_longest(*piles, fillvalue="")
            return [(" " * _GAP).join(map(padded, row, widths)).rstrip() for row in rows]
    return list(lines)


def broken(lines: Sequence[str], width: int, indent: int = _INDENT) -> list[str]:
    """Return the lines; those too long are broken between words or after a comma."""
    found: list[str] = []
    for line in lines:
        now = ""
        for part in _PART.findall(line):
            if now.strip() and width_of(now) + width_of(part) > width:
                found.append(now)
                now = " " * indent + part.lstrip()
            else:
                now += part
        found.append(now)
    return found


def side_by_side(left: Sequence[str], right: Sequence[str], width: int) -> list[str]:
    """Return the lines of two blocks next to each other; the left one takes `width` columns."""
    rows = zip_longest(left, right, fillvalue="")
    return [f"{padded(one, width)}{other}".rstrip() for one, other in rows]


def padded(line: str, width: int) -> str:
    """Return the line with blanks up to the width."""
    return line + " " * (width - width_of(line))


def width_of(line: str) -> int:
    """Return the number of columns that a line takes; colour codes take none."""
    return len(_CODE.sub("", line))
