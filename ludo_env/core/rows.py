"""Rows of numbers for learners: the columns of the fields that rules remember, and their writer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludo_env.core.rule import Field, Hook
from ludo_env.core.state import Layout

Columns = Iterable[tuple[str, int]]


def field_columns(layout: Layout, scaled: bool) -> list[tuple[str, int]]:
    """Name and width of each field that is to be seen, in the order of the rules."""
    return [(seen.name, layout.size(seen.name) * _width(seen, scaled)) for seen in _seen(layout)]


def field_writer(layout: Layout, start: Mapping[str, int], scaled: bool) -> Hook:
    """write(s, viewer, row): the fields to be seen, players in turn order from the viewer.

    Scaled, a value is divided by its highest and a "onehot" gets a column for each number but 0;
    otherwise the bare number is written.
    """
    # Attribute names must stand in the source for a compiler to resolve them: so it is written out.
    lines = ["def write(s, viewer, row):", "    pass"]
    for seen in _seen(layout):
        lines += _field_lines(seen, layout, start[seen.name], scaled)
    scope: dict[str, Any] = {}
    exec("\n".join(lines), scope)
    return scope["write"]  # type: ignore[no-any-return]


def offsets(columns: Columns) -> dict[str, int]:
    """Where each column begins."""
    start, at = {}, 0
    for name, size in columns:
        start[name] = at
        at += size
    return start


def total(columns: Columns) -> int:
    """How many numbers the columns have together."""
    return sum(size for _, size in columns)


def _seen(layout: Layout) -> list[Field]:
    return [field for field in layout.fields.values() if field.observe]


def _width(field: Field, scaled: bool) -> int:
    return field.high if scaled and field.observe == "onehot" else 1


def _field_lines(field: Field, layout: Layout, at: int, scaled: bool) -> list[str]:
    """The loop over one field, as source lines."""
    value = f"s.{field.name}"
    if field.per != "game":
        turned = f"(viewer + i) % {layout.sizes['player']}" if field.per == "player" else "i"
        value = f"{value}[{turned}]"
    size = layout.size(field.name)
    body = [f"for i in range({size}):"]
    if scaled and field.observe == "onehot":
        body += [f"    if {value} > 0:", f"        row[{at - 1} + i * {field.high} + {value}] = 1"]
    elif scaled:
        body += [f"    row[{at} + i] = {value} / {field.high}"]
    else:
        body += [f"    row[{at} + i] = {value}"]
    if field.actor_only:
        body = ["if viewer == s.seat:", *("    " + line for line in body)]
    return ["    " + line for line in body]
