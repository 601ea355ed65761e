"""Keys of items and spots: small values that identify an item.

`key_text` is the only function that writes a key as text, for files and pages. An item that is
never looked up by parts of its key has a plain string as its key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a race: the player whose colour it started with, and its number."""

    player: int
    index: int


@dataclass(frozen=True, slots=True)
class Captive:
    """The bars in front of a captured piece."""

    player: int
    index: int


@dataclass(frozen=True, slots=True)
class Locked:
    """The bolt over a piece that must not move."""

    player: int
    index: int


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a grid game, by its cell."""

    cell: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the board."""

    cell: int


@dataclass(frozen=True, slots=True)
class Yard:
    """The yard of a player."""

    player: int


@dataclass(frozen=True, slots=True)
class Die:
    """A die or a card that is still to be played, from left to right."""

    index: int


@dataclass(frozen=True, slots=True)
class Plate:
    """The plate of a player, under the board."""

    player: int


@dataclass(frozen=True, slots=True)
class Captured:
    """The mark of a player who has captured."""

    player: int


@dataclass(frozen=True, slots=True)
class Count:
    """The count of a pile, by its uppermost piece."""

    player: int
    index: int


@dataclass(frozen=True, slots=True)
class Prison:
    """The prison in the yard of a player."""

    player: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit on the General, landed or not."""

    number: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """The mark of a cell that earns another roll."""

    cell: int


@dataclass(frozen=True, slots=True)
class Label:
    """The text on a cell."""

    cell: int


@dataclass(frozen=True, slots=True)
class Jump:
    """A dot of the line from a cell that moves pieces on."""

    cell: int
    dot: int


@dataclass(frozen=True, slots=True)
class Target:
    """The mark on a cell or a yard where a move ends."""

    of: Key


@dataclass(frozen=True, slots=True)
class Trail:
    """A part of the last move: a cell of a grid; in a race a player, a piece and a step."""

    parts: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """The line of an action in the list of moves."""

    action: int


@dataclass(frozen=True, slots=True)
class Go:
    """The line of a state in the list of a replay."""

    frame: int


@dataclass(frozen=True, slots=True)
class Play:
    """The line of a game in the menu."""

    game: str


@dataclass(frozen=True, slots=True)
class Seat:
    """The row of a player in the menu."""

    player: int


@dataclass(frozen=True, slots=True)
class Back:
    """The button that changes a row of the menu to the previous choice."""

    row: Key


@dataclass(frozen=True, slots=True)
class On:
    """The button that changes a row of the menu to the next choice."""

    row: Key


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a widget, such as its label."""

    of: Key
    name: str


Key: TypeAlias = (
    Piece | Captive | Locked | Unit | Cell | Yard | Die | Plate | Captured | Count | Prison | Hit
    | Bonus | Label | Jump | Target | Trail | Move | Go | Play | Seat | Back | On | Part | str
)  # fmt: skip


def key_text(key: Key | None) -> str:
    """Return a key as text, `piece 0 2`; "" for no key."""
    if key is None or isinstance(key, str):
        return key or ""
    if isinstance(key, Part):
        return f"{key_text(key.of)} {key.name}"
    return " ".join([type(key).__name__.lower(), *_words(key)])


def _words(key: Any) -> Iterator[str]:
    """Yield the values of a key as words; an inner key is written completely."""
    for field in fields(key):
        value = getattr(key, field.name)
        if isinstance(value, tuple):
            yield from map(str, value)
        else:
            yield str(value) if isinstance(value, int) else key_text(value)
