"""Dice and cards as shapes: pips, words, and ranks with suits."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from ludo_env._render.letters import size_in
from ludo_env._render.shapes import Area, Disc, Shape, Stroke, Words, box, moved

CARD = 0.72  # the width of a card divided by its height

_PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@lru_cache(maxsize=256)
def die_art(face: str, width: float, height: float, plain: bool) -> tuple[Shape, ...]:
    """Return a die with its pips or a word, or a card if it is not plain."""
    gone = face == "-"
    corner, edge = 0.18 * min(width, height), 0.03 * height
    fill = "board" if gone else "die"
    frame = box(-width / 2, -height / 2, width, height, fill, "edge", edge, corner)
    if not plain and face in _RANKS:
        return (frame, *_card(face, width, height))
    if plain and face in _PIPS:
        pips = [
            Disc(round(0.27 * width * x, 4), round(0.27 * height * y, 4), 0.1 * width, "pip")
            for x, y in _PIPS[face]
        ]
        return (frame, *pips)
    size = size_in(face, 0.85 * width, 0.5 * height, bold=True)
    return (frame, Words(0, 0, face, round(size, 4), "faint" if gone else "pip", bold=True))


def width_through(face: str, plain: bool) -> float:
    """Return the width of a die or card divided by its height."""
    if not plain:
        return CARD
    return 1.0 if face in _PIPS else max(1.0, 0.35 * len(face) + 0.36)


def _card(rank: str, width: float, height: float) -> list[Shape]:
    """Return the rank above a suit or a figure; each rank has one suit, as suits do not matter."""
    suit = _SUITS[_RANKS.index(rank) % len(_SUITS)]
    ink = "suit" if suit in (_heart, _diamond) else "pip"
    size = round(size_in(rank, 0.6 * width, 0.46 * height, bold=True), 4)
    large = _FIGURES.get(rank)
    aside = 0.0 if large is None else round(-0.12 * width, 4)
    shapes: list[Shape] = [Words(aside, round(-0.2 * height, 4), rank, size, ink, bold=True)]
    if large is None:
        return [*shapes, *(moved(shape, 0, 0.23 * height, 0.19 * height) for shape in suit(ink))]
    corner = (0.3 * width, -0.27 * height, 0.1 * height)
    shapes += [moved(shape, *corner) for shape in suit(ink)]
    return [*shapes, *(moved(shape, 0, 0.24 * height, 0.2 * height) for shape in large)]


def _heart(ink: str) -> list[Shape]:
    return [Area(_lobes(-1), ink)]


def _spade(ink: str) -> list[Shape]:
    return [Area(_lobes(1), ink), _stem(ink)]


def _diamond(ink: str) -> list[Shape]:
    return [Area(((0, -1.05), (0.75, 0), (0, 1.05), (-0.75, 0)), ink)]


def _club(ink: str) -> list[Shape]:
    leaves = ((0, -0.5), (-0.52, 0.22), (0.52, 0.22))
    return [*(Disc(x, y, 0.46, ink) for x, y in leaves), Disc(0, 0, 0.3, ink), _stem(ink)]


def _stem(ink: str) -> Shape:
    return Area(((0, 0.1), (0.36, 1.0), (-0.36, 1.0)), ink)


def _lobes(up: int) -> tuple[tuple[float, float], ...]:
    """Return a heart, or with its tip up a spade without its stem."""
    points = []
    for step in range(28):
        angle = 2 * pi * step / 28
        x = sin(angle) ** 3
        y = (13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)) / 16
        points.append((round(x, 4), round(up * y - (0.1 if up > 0 else 0), 4)))
    return tuple(points)


def _crown(*peaks: tuple[float, float]) -> list[Shape]:
    """Return a crown with jewels on its peaks."""
    points: list[tuple[float, float]] = [(-0.85, 0.75)]
    for (x, y), following in zip(peaks, [*peaks[1:], None], strict=True):
        points.append((x, y))
        if following is not None:
            points.append(((x + following[0]) / 2, 0.1))
    outline = (*points, (0.85, 0.75))
    jewels = [Disc(x, y, 0.15, "suit", "edge", 0.05) for x, y in peaks]
    return [Area(outline, "gold", "edge", 0.08), *jewels]


def _cap() -> list[Shape]:
    """Return a cap with a feather."""
    crown = ((-0.8, 0.3), (-0.55, -0.35), (0.0, -0.55), (0.55, -0.35), (0.8, 0.3))
    return [
        Stroke(((0.35, 0.1), (0.75, -0.5), (0.7, -1.0)), "suit", 0.2),
        Area(crown, "water", "edge", 0.08),
        Area(((-1.0, 0.3), (1.0, 0.3), (0.8, 0.7), (-0.8, 0.7)), "wave", "edge", 0.08),
    ]


_SUITS = (_spade, _heart, _club, _diamond)
_FIGURES = {
    "J": _cap(),
    "Q": _crown((-0.95, -0.45), (-0.5, -0.65), (0.0, -0.75), (0.5, -0.65), (0.95, -0.45)),
    "K": _crown((-0.95, -0.6), (0.0, -0.9), (0.95, -0.6)),
}
