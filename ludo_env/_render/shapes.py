"""The parts of a picture: shapes and items as plain data, which any painter can draw.

Lengths are in squares of the board, x to the right and y down. Colours are names; a `Theme` gives
their values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import cos, pi, sin
from typing import Any, NamedTuple, TypeAlias

from ludo_env._render.keys import Key, key_text

# Characters that no XML document may contain, even escaped, and that no font has.
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Disc(NamedTuple):
    """A disc with a fill, an outline, or both."""

    x: float
    y: float
    radius: float
    fill: str = ""
    line: str = ""
    width: float = 0.0


class Area(NamedTuple):
    """A polygon with a fill, an outline, or both."""

    points: tuple[tuple[float, float], ...]
    fill: str = ""
    line: str = ""
    width: float = 0.0


class Stroke(NamedTuple):
    """A line from point to point."""

    points: tuple[tuple[float, float], ...]
    line: str
    width: float


class Words(NamedTuple):
    """A line of text that is centred on a point, or begins or ends there; above other shapes."""

    x: float
    y: float
    text: str
    size: float  # of the letters, from the lowest to the highest
    fill: str = "ink"
    align: str = "middle"  # or "start", "end"
    bold: bool = False


Shape: TypeAlias = Disc | Area | Stroke | Words


class Item(NamedTuple):
    """An item that can appear, vanish or move: shapes around a point, identified by a key."""

    key: Key
    x: float
    y: float
    art: tuple[Shape, ...]


class Spot(NamedTuple):
    """A clickable area: a box around a point, identified by a key."""

    key: Key
    x: float
    y: float
    across: float  # from the middle to the side
    down: float

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is in the box."""
        return abs(x - self.x) <= self.across and abs(y - self.y) <= self.down


class Scene(NamedTuple):
    """A picture: its static shapes, its items, and its clickable spots."""

    width: float
    height: float
    board: tuple[Shape, ...]
    items: tuple[Item, ...]
    spots: tuple[Spot, ...] = ()


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = "",
    line: str = "",
    thick: float = 0.0,
    corner: float = 0.0,
) -> Area:
    """Return a rectangle from its upper left corner, with round corners of a given radius."""
    if not corner:
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        return Area(_rounded(corners), fill, line, thick)
    centres = (
        (x + width - corner, y + height - corner, 0),
        (x + corner, y + height - corner, 1),
        (x + corner, y + corner, 2),
        (x + width - corner, y + corner, 3),
    )
    points = [
        (
            at_x + corner * cos((turn + step / 6) * pi / 2),
            at_y + corner * sin((turn + step / 6) * pi / 2),
        )
        for at_x, at_y, turn in centres
        for step in range(7)
    ]
    return Area(_rounded(points), fill, line, thick)


def rayed(
    x: float, y: float, rays: int, outer: float, inner: float, turn: float = 0.0
) -> tuple[tuple[float, float], ...]:
    """Return the points of a star, or with a fitting inner radius those of a regular polygon."""
    points = []
    for step in range(2 * rays):
        angle = turn - pi / 2 + step * pi / rays
        radius = inner if step % 2 else outer
        points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return _rounded(points)


def moved(shape: Shape, x: float, y: float, scale: float = 1.0) -> Shape:
    """Return the shape scaled, and then moved."""
    if isinstance(shape, Disc):
        return shape._replace(
            x=x + scale * shape.x,
            y=y + scale * shape.y,
            radius=scale * shape.radius,
            width=scale * shape.width,
        )
    if isinstance(shape, Words):
        return shape._replace(x=x + scale * shape.x, y=y + scale * shape.y, size=scale * shape.size)
    points = tuple((x + scale * at_x, y + scale * at_y) for at_x, at_y in shape.points)
    return shape._replace(points=points, width=scale * shape.width)


def fitted(
    scene: Scene, width: float, height: float, left: float = 0, top: float = 0
) -> tuple[float, float, float]:
    """Return the x, y and scale of a scene that fills a box as far as possible, centred."""
    scale = min(width / scene.width, height / scene.height)
    x, y = (width - scale * scene.width) / 2, (height - scale * scene.height) / 2
    return left + x, top + y, scale


def readable(text: str) -> str:
    """Return a text with control characters and lone surrogates replaced."""
    return _UNREADABLE.sub("\ufffd", text)


def in_text(scene: Scene) -> str:
    """Return the scene as text: a line for each shape; those of an item are indented."""
    lines = [f"scene {_number(scene.width)} x {_number(scene.height)}"]
    lines += map(_line, scene.board)
    for item in scene.items:
        lines.append(f"{key_text(item.key)} at {_number(item.x)} {_number(item.y)}")
        lines += [f"  {_line(shape)}" for shape in item.art]
    return "\n".join(lines) + "\n"


def _line(shape: Shape) -> str:
    words = [type(shape).__name__.lower()]
    values: dict[str, Any] = shape._asdict()
    for name, value in values.items():
        if isinstance(value, tuple):
            words.append(" ".join(f"{_number(x)},{_number(y)}" for x, y in value))
        elif isinstance(value, bool):
            words += [name] * value
        elif isinstance(value, float | int):
            words.append(f"{name}={_number(value)}")
        elif value:
            words.append(f"{name}={value!r}" if name == "text" else f"{name}={value}")
    return " ".join(words)


def _number(value: float) -> str:
    """Return a number rounded to digits that agree on all machines."""
    return f"{round(value, 3) + 0:g}"


def _rounded(points: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    return tuple((round(x, 4), round(y, 4)) for x, y in points)
