"""Pieces as shapes: a coloured disc with a number on a light head, and the marks around it."""

from __future__ import annotations

from cmath import rect
from functools import lru_cache
from math import pi, sqrt

from ludo_env._render.display_options import Look
from ludo_env._render.keys import Key
from ludo_env._render.letters import size_in
from ludo_env._render.paint.colours import COLOURS, Hue
from ludo_env._render.shapes import Area, Disc, Shape, Stroke, Words, moved, rayed

RADIUS = 0.4  # of a piece that is alone, wherever it is
# The mark of a square that earns a roll: petals, their distance from the middle, and their radius.
_PETALS, _ROSETTE, _PETAL = 8, 0.33, 0.085

# The signs of the seats, for people who cannot distinguish their colours: points of polygons around
# 0. They are light; seats beyond the last sign have the same signs, dark with a light rim.
_SIGNS = (
    rayed(0, 0, 3, 1.25, 0.63),  # a triangle
    rayed(0, 0, 2, 1.2, 0.85, turn=0.7854),  # a square
    rayed(0, 0, 2, 1.25, 0.62),  # a diamond
    rayed(0, 0, 4, 1.2, 0.55, turn=0.7854),  # a cross
    rayed(0, 0, 5, 1.25, 0.62),  # a star
    rayed(0, 0, 3, 1.1, 0.95),  # a hexagon
    rayed(0, 0, 3, 1.25, 0.63, turn=3.1416),  # a triangle on its tip
    rayed(0, 0, 6, 1.2, 0.75),
    rayed(0, 0, 4, 1.25, 0.5),
    rayed(0, 0, 3, 1.25, 0.45),
    rayed(0, 0, 8, 1.2, 0.8),
    rayed(0, 0, 5, 1.05, 0.85),
)


def hue(seat: Hue) -> Hue:
    """Return the colour of a seat: its number, or its name if it has one."""
    return seat if isinstance(seat, str) else seat % len(COLOURS)


@lru_cache(maxsize=4096)
def piece_art(
    seat: int,
    number: str,
    radius: float,
    symbols: bool,
    came_as: int | None = None,
    lean: tuple[float, float] = (0.0, 0.0),
) -> tuple[Shape, ...]:
    """Return a piece around 0; with `symbols` its head has the sign of its colour.

    A piece that started with another colour has a ring of that colour around its head. The head
    is shifted by `lean` to where it is visible.
    """
    share = 0.62 if lean == (0.0, 0.0) else 0.54
    x, y = round(lean[0] * radius, 4), round(lean[1] * radius, 4)
    head: Shape = Disc(x, y, round(share * radius, 4), fill="head")
    size, ink = 1.3 * share * radius, "pip"
    if symbols:
        sign = _sign(seat, 1.06 * share * radius, f"dark {hue(seat)}")
        head, size = moved(sign, x, y), share * radius
        ink = "head" if _is_dark(seat) else "pip"
    return (
        Disc(0.12 * radius, 0.16 * radius, 1.02 * radius, fill="shadow"),
        Disc(0, 0, radius, f"seat {hue(seat)}", f"dark {hue(seat)}", max(0.03, 0.11 * radius)),
        *([] if came_as is None else [_origin(came_as, radius, share, x, y)]),
        head,
        Words(x, y, number, round(size, 4), ink, bold=True),
    )


@lru_cache(maxsize=1024)
def count_art(count: int, radius: float, lean: tuple[float, float]) -> tuple[Shape, ...]:
    """Return the count of a pile, dark in contrast to the light head of a piece."""
    x, y, size = lean[0] * radius, lean[1] * radius, 0.66 * radius
    label = f"\u00d7{count}"
    return (
        Disc(round(x, 4), round(y, 4), round(size, 4), "mark", "head", 0.03),
        Words(
            round(x, 4), round(y, 4), label, round(2.8 * size / len(label), 4), "tile", bold=True
        ),
    )


@lru_cache(maxsize=256)
def sign_art(
    seat: Hue, radius: float, symbols: bool, sign: tuple[tuple[float, float], ...] = ()
) -> tuple[Shape, ...]:
    """Return the token of a colour: a disc with `sign`, or with `symbols` the sign of its seat."""
    disc = Disc(0, 0, radius, f"seat {hue(seat)}", f"dark {hue(seat)}", 0.12 * radius)
    if sign:
        points = tuple((round(radius * x, 4), round(radius * y, 4)) for x, y in sign)
        return (disc, Area(points, fill=f"sign {hue(seat)}"))
    if not symbols or isinstance(seat, str):
        return (disc,)
    return (disc, _sign(seat, 0.62 * radius))


def mark_of(seat: int, x: float, y: float, radius: float, fill: str) -> Shape:
    """Return the sign of a seat at a place, in a colour."""
    points = _SIGNS[seat % len(_SIGNS)]
    outline = tuple((round(x + radius * a, 4), round(y + radius * b, 4)) for a, b in points)
    return Area(outline, fill, "pip" if _is_dark(seat) else "", 0.03)


@lru_cache(maxsize=256)
def token_art(seat: int, radius: float, symbols: bool) -> tuple[Shape, ...]:
    """Return the marker of a player who has captured: a flat medal, unlike any piece."""
    rays, line = rayed(0, 0, 12, 1.35 * radius, radius), round(0.1 * radius, 4)
    rim = Area(rays, f"seat {hue(seat)}", f"dark {hue(seat)}", line)
    disc = Disc(0, 0, round(0.78 * radius, 4), f"seat {hue(seat)}", "head", line)
    return (rim, disc, _sign(seat, 0.55 * radius)) if symbols else (rim, disc)


def _origin(seat: int, radius: float, share: float, x: float, y: float) -> Disc:
    return Disc(x, y, 1.2 * share * radius, f"seat {hue(seat)}", "head", 0.06 * radius)


def _is_dark(seat: int) -> bool:
    """Return whether the sign of a seat is dark, because another seat has the same sign light."""
    return seat % (2 * len(_SIGNS)) >= len(_SIGNS)


def _sign(seat: int, radius: float, line: str = "") -> Area:
    """Return the sign of a seat."""
    points = tuple((radius * x, radius * y) for x, y in _SIGNS[seat % len(_SIGNS)])
    if _is_dark(seat):
        return Area(points, fill="pip", line="head", width=0.03)
    return Area(points, fill="head", line=line, width=0.02) if line else Area(points, fill="head")


def halo_of(key: Key, look: Look) -> str:
    """Return the highlight of an item: "chosen", "capture", "source", or "" for none."""
    if key == look.chosen:
        return "chosen"
    if key in look.captures:
        return "capture"
    return "source" if key in look.sources else ""


@lru_cache(maxsize=4096)
def haloed(art: tuple[Shape, ...], radius: float, halo: str) -> tuple[Shape, ...]:
    """Return an item with its highlight."""
    ring = halo_art(radius, "danger" if halo == "capture" else "accent")
    chosen = (Disc(0, 0, radius + 0.09, line="accent", width=0.09),) if halo == "chosen" else ()
    return (*art, *ring, *chosen)


@lru_cache(maxsize=64)
def halo_art(radius: float, colour: str = "accent") -> tuple[Shape, ...]:
    """Return a ring close around a piece that can be played."""
    return (
        Disc(0, 0, round(radius + 0.035, 4), line="glow", width=0.05),
        Disc(0, 0, round(radius + 0.07, 4), line=colour, width=0.05),
    )


@lru_cache(maxsize=4)
def target_art(chosen: bool, free: bool = True) -> tuple[Shape, ...]:
    """Return the mark of a move's end: a dot, or corners if the place is not free.

    If its piece was chosen, there is also a ring.
    """
    ring = (Disc(0, 0, 0.46, line="accent", width=0.06),) if chosen else ()
    if free:
        return (*ring, Disc(0, 0, 0.16, "accent", "glow", 0.05))
    corners = ((x, y) for x in (-1, 1) for y in (-1, 1))
    return (*ring, *(_corner(x, y) for x, y in corners))


def _corner(x: int, y: int) -> Area:
    """Return the corner of a square as a triangle."""
    side, near = 0.48, 0.24
    return Area(((x * side, y * side), (x * near, y * side), (x * side, y * near)), "accent")


@lru_cache(maxsize=1)
def rosette_art() -> tuple[Shape, ...]:
    """Return the mark of a square that earns another roll: petals around its middle."""
    petals = []
    for number in range(_PETALS):
        petal = rect(_ROSETTE, 2 * pi * number / _PETALS)
        petals.append(Disc(round(petal.real, 4), round(petal.imag, 4), _PETAL, "wave"))
    return tuple(petals)


@lru_cache(maxsize=64)
def label_art(words: str) -> tuple[Shape, ...]:
    """Return the text on a square."""
    return (Words(0, 0, words, round(size_in(words, 0.8, 0.5), 4), "faint"),)


@lru_cache(maxsize=64)
def lock_art(radius: float) -> tuple[Shape, ...]:
    """Return a bolt across a piece that must not move."""
    reach = 0.95 * radius
    return (
        Stroke(((-reach, -reach), (reach, reach)), "head", 0.42 * radius),
        Stroke(((-reach, -reach), (reach, reach)), "mark", 0.24 * radius),
    )


@lru_cache(maxsize=64)
def bars_art(radius: float) -> tuple[Shape, ...]:
    """Return the bars in front of a prisoner, on both sides of its number."""
    reach = round(radius * sqrt(1.25 - 0.76**2), 4)
    ends = (round(-0.76 * radius, 4), round(0.76 * radius, 4))
    return tuple(Stroke(((x, -reach), (x, reach)), "mark", round(0.15 * radius, 4)) for x in ends)
