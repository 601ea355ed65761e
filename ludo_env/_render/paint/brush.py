"""Shapes drawn with pygame, one by one, onto a surface with transparency."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pygame

from ludo_env._render.paint.theme import Colour, Theme
from ludo_env._render.shapes import Area, Disc, Shape, Stroke, Words, readable

_FONTS = Path(__file__).with_name("fonts")
_FINER = 4  # the scale at which words are written before they are scaled down
_COVERS = 255

Drawable: TypeAlias = Disc | Area | Stroke


class Ground(NamedTuple):
    """A surface for shapes: pixels per square, and the pixel of the point (0, 0)."""

    surface: pygame.Surface
    scale: float
    x: float
    y: float

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a point."""
        return self.x + self.scale * x, self.y + self.scale * y


# Draws the inside or the outline of a shape.
_Paint: TypeAlias = Callable[[Ground, Drawable, Colour], None]


def extent(shape: Shape, scale: float) -> tuple[float, float, float, float]:
    """Return left, top, right and lower end of a shape, in pixels."""
    if isinstance(shape, Words):
        font = _font(shape, _FINER * scale)
        width, height = (side / _FINER for side in font.size(readable(shape.text)))
        x, y = scale * shape.x - _before(shape, width), scale * shape.y - _above(font) / _FINER
        return x, y, x + width, y + height
    half = scale * shape.width / 2
    if isinstance(shape, Disc):
        reach = scale * shape.radius + half
        x, y = scale * shape.x, scale * shape.y
        return x - reach, y - reach, x + reach, y + reach
    across = [scale * x for x, _ in shape.points]
    down = [scale * y for _, y in shape.points]
    return min(across) - half, min(down) - half, max(across) + half, max(down) + half


def draw(
    surface: pygame.Surface, shape: Drawable, scale: float, x: float, y: float, theme: Theme
) -> None:
    """Draw a shape at a number of pixels per square, with the point (0, 0) at a pixel."""
    fill = "" if isinstance(shape, Stroke) else shape.fill
    for name, paint in ((fill, _fill), (shape.line, _outline)):
        if not name:
            continue
        colour, ground = theme.colour(name), Ground(surface, scale, x, y)
        if colour[3] == _COVERS:
            paint(ground, shape, colour)
        else:
            _through(ground, shape, colour, paint)


def write(
    surface: pygame.Surface, words: Words, scale: float, x: float, y: float, theme: Theme
) -> None:
    """Write words in the same way, onto a surface with premultiplied colours."""
    text = readable(words.text)
    if not text:
        return
    # Small fonts place their letters on whole pixels, which makes gaps in words.
    font = _font(words, _FINER * scale)
    drawn = font.render(text, True, theme.colour(words.fill)[:3])
    width, height = drawn.get_size()
    left = x + scale * words.x - _before(words, width / _FINER)
    top = y + scale * words.y - _above(font) / _FINER
    # The fraction of the position beyond whole pixels is a shift within the picture.
    sheet = pygame.Surface(
        (_FINER * (width // _FINER + 2), _FINER * (height // _FINER + 2)), pygame.SRCALPHA, 32
    )
    across, down = _FINER * (left - floor(left)), _FINER * (top - floor(top))
    sheet.blit(drawn, (round(across), round(down)))
    small = sheet.get_width() // _FINER, sheet.get_height() // _FINER
    surface.blit(
        pygame.transform.smoothscale(sheet.premul_alpha(), small),
        (floor(left), floor(top)),
        special_flags=pygame.BLEND_PREMULTIPLIED,
    )


def forget_fonts() -> None:
    """Drop all cached fonts, which are invalid after pygame's module for fonts has quit."""
    _font_of.cache_clear()


def _through(ground: Ground, shape: Drawable, colour: Colour, paint: _Paint) -> None:
    """Paint a transparent shape."""
    left, top, right, low = extent(shape, ground.scale)
    at = floor(ground.x + left) - 1, floor(ground.y + top) - 1
    size = ceil(right - left) + 4, ceil(low - top) + 4
    veil = pygame.Surface(size, pygame.SRCALPHA, 32)
    paint(Ground(veil, ground.scale, ground.x - at[0], ground.y - at[1]), shape, colour)
    ground.surface.blit(veil, at)


def _fill(ground: Ground, shape: Drawable, colour: Colour) -> None:
    if isinstance(shape, Disc):
        middle = ground.place(shape.x, shape.y)
        pygame.draw.circle(ground.surface, colour, middle, ground.scale * shape.radius)
    else:
        points = [ground.place(*point) for point in shape.points]
        pygame.draw.polygon(ground.surface, colour, points)


def _outline(ground: Ground, shape: Drawable, colour: Colour) -> None:
    width = max(1, round(ground.scale * shape.width))
    if isinstance(shape, Disc):
        outer = ground.scale * shape.radius + width / 2
        middle = ground.place(shape.x, shape.y)
        pygame.draw.circle(ground.surface, colour, middle, outer, width)
        return
    points = [ground.place(*point) for point in shape.points]
    closed = [*points, points[0]] if isinstance(shape, Area) else points
    _line(ground.surface, colour, closed, width)


def _line(
    surface: pygame.Surface, colour: Colour, points: Sequence[tuple[float, float]], width: int
) -> None:
    """Draw thick lines from point to point, round at the points."""
    for (x, y), (to_x, to_y) in pairwise(points):
        long = max(1e-6, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5)
        across, down = -(to_y - y) / long * width / 2, (to_x - x) / long * width / 2
        corners = (
            (x + across, y + down), (to_x + across, to_y + down),
            (to_x - across, to_y - down), (x - across, y - down),
        )  # fmt: skip
        pygame.draw.polygon(surface, colour, corners)
        pygame.draw.circle(surface, colour, (to_x, to_y), width / 2)
    pygame.draw.circle(surface, colour, points[0], width / 2)


def _before(words: Words, width: float) -> float:
    """Return the width of the part of a text before its point."""
    return {"start": 0.0, "middle": width / 2, "end": width}[words.align]


def _above(font: pygame.font.Font) -> float:
    """Return the height of a line of text above the middle of its capital letters."""
    capital = (font.metrics("H") or [None])[0]
    height = capital[3] if capital else font.get_ascent()
    return font.get_ascent() - height / 2


def _font(words: Words, scale: float) -> pygame.font.Font:
    return _font_of(max(1, round(scale * words.size)), words.bold)


@lru_cache(maxsize=256)
def _font_of(size: int, bold: bool) -> pygame.font.Font:
    """Return the included font, which has the same letters on every machine."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(_FONTS / f"Inter-{'Bold' if bold else 'Regular'}.ttf", size)
