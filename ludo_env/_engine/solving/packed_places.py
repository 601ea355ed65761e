"""Where the numbers of a state are packed, and the lines of code that read and write them."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._engine.rule import Field
from ludo_env._engine.state import Layout


class Part(NamedTuple):
    """One number of a field."""

    number: int  # of the field, from 1
    field: Field
    place: int


class Place(NamedTuple):
    """Where a number is packed, or a row of things that are alike."""

    part: Part | None
    low: int
    span: int
    bits: int
    word: int  # the last one
    per: str = ""
    run: int = 0
    start: int = 0
    words: tuple[int, ...] = ()


def value_of(part: Part, layout: Layout, turned: bool) -> str:
    """Return the code of a number of a state."""
    name = _named(part, layout, turned)
    return f"1 - {name}" if turned and part.field.player else name


def assigned(part: Part, layout: Layout, turned: bool) -> str:
    """Return the line that writes a number of a state."""
    value = "1 - value" if turned and part.field.player else "value"
    return f"    {_named(part, layout, turned)} = {value}"


def _named(part: Part, layout: Layout, turned: bool) -> str:
    declared, index = part.field, part.place
    if declared.per == "game":
        return f"s.{declared.name}"
    if turned and declared.per == "player":
        index = layout.size(declared.name) - 1 - index
    return f"s.{declared.name}[{index}]"


def checked(number: int, span: int, indent: str) -> list[str]:
    """Return the lines that notice a value out of its range."""
    return [
        f"{indent}if value < 0 or value > {span}:",
        f"{indent}    wrong, value = {number}, 0",
    ]


def filled(name: str, size: int, declared: Field) -> list[str]:
    """Return the lines that write the start value of a field."""
    if declared.per == "game":
        return [f"    s.{name} = {declared.start}"]
    return [f"    for i in range({size}):", f"        s.{name}[i] = {declared.start}"]
