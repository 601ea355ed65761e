"""Observation columns of the fields that rules remember, and the function that writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ludo_env._engine.generated import compile_function
from ludo_env._engine.rule import Field, Hook
from ludo_env._engine.state import Layout, table

Columns = Iterable[tuple[str, int]]


def field_columns(layout: Layout, places: int, scaled: bool) -> list[tuple[str, int]]:
    """Return name and width of each observed field, in the order of the rules."""
    return [
        (seen.name, _numbers(seen, layout, places) * _width(seen, scaled, places))
        for seen in _seen(layout)
    ]


def field_writer(
    layout: Layout,
    start: Mapping[str, int],
    order: Any,
    places: int,
    scaled: bool,
    role_of: Hook | None = None,
) -> Hook:
    """write(s, viewer, row): write the observed fields.

    What is kept per player is written for each of `places` places at the table, in the order that
    `order[viewer, i]` gives: a player, or -1 for an empty place. Scaled, a value is divided by its
    highest, and a "onehot" gets a column for each number but 0; otherwise the bare number is
    written. Private numbers of other players stay 0. What is kept per role starts with the
    viewer's own, which `role_of(s, viewer)` gives.
    """
    lines = ["def write(s, viewer, row):"]
    lines.append("    role = role_of(s, viewer)" if role_of is not None else "    pass")
    gaps = bool((np.asarray(order) < 0).any())
    for seen in _seen(layout):
        lines += _field_lines(seen, layout, places, start[seen.name], scaled, gaps)
    known = {"order": order, "place_of": _places(order, layout), "role_of": role_of}
    return compile_function(lines, "write", known)


def offsets(columns: Columns) -> dict[str, int]:
    """Return the first index of each column."""
    start, at = {}, 0
    for name, size in columns:
        start[name] = at
        at += size
    return start


def total(columns: Columns) -> int:
    """Return the width of all columns together."""
    return sum(size for _, size in columns)


def _places(order: Any, layout: Layout) -> Any:
    """Return [viewer, 1 + player] -> 1 + the place where that player sits, or 0 for nobody."""
    highest = max([0, *(field.high for field in _seen(layout) if field.observe == "player")])
    found = []
    for row in order:
        seats = {1 + int(player): 1 + place for place, player in enumerate(row) if player >= 0}
        found.append([seats.get(number, 0) for number in range(1 + highest)])
    return np.array(found, np.uint8) if isinstance(order, np.ndarray) else table(found)


def _seen(layout: Layout) -> list[Field]:
    return [field for field in layout.fields.values() if field.observe]


def _numbers(field: Field, layout: Layout, places: int) -> int:
    """Return how many numbers are shown; values per player or piece count for every place."""
    if not _by_player(field):
        return layout.size(field.name)
    return places * layout.size(field.name) // layout.sizes["player"]


def _by_player(field: Field) -> bool:
    """Return whether a field is shown for each place at the table, from the viewer on."""
    return field.per in ("player", "piece") or field.private


def _width(field: Field, scaled: bool, places: int) -> int:
    if not scaled:
        return 1
    wide = {"onehot": field.high, "levels": (field.shown or field.high) + 1, "player": places}
    return wide.get(field.observe, 1)


def _field_lines(
    field: Field, layout: Layout, places: int, at: int, scaled: bool, gaps: bool
) -> list[str]:
    """Return the loop over one field as source lines; with `gaps`, empty places are left out."""
    size = _numbers(field, layout, places)
    width = _width(field, scaled, places)
    slot = f"{at} + i * {width}"
    each = size // places if _by_player(field) else 0
    value = f"s.{field.name}"
    if each:
        value += f"[order[viewer, i // {each}] * {each} + i % {each}]"
    elif field.per == "role":
        value += f"[(role + i) % {size}]"
    elif field.per != "game":
        value += "[i]"
    shown = f"min({value}, {field.shown})" if field.shown else value
    body = [f"    row[{slot}] = {shown}"]
    if field.observe == "player":
        # The number of a player becomes that player's place, counted from the viewer.
        place = f"place_of[viewer, {value}]"
        body = [f"    row[{slot}] = {place}"]
        if scaled:
            body = [f"    if {place} > 0:", f"        row[{slot} + {place} - 1] = 1"]
    elif scaled and field.observe == "levels":
        body = [f"    row[{slot} + {shown}] = 1"]
    elif scaled and field.observe == "onehot":
        body = [f"    if {value} > 0:", f"        row[{slot} + {value} - 1] = 1"]
    elif scaled:
        body = [f"    row[{slot}] = {shown} / {field.shown or field.high}"]
    if each and gaps:
        body = [f"    if order[viewer, i // {each}] >= 0:", *("    " + line for line in body)]
    # Private values stay empty except for the viewer's own, which come first.
    body = [f"for i in range({each if field.private else size}):", *body]
    if field.actor_only:
        body = ["if viewer == s.seat:", *("    " + line for line in body)]
    return ["    " + line for line in body]
