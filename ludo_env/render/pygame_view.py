"""Scenes drawn with pygame: onto any surface, without a display, an image file or a window.

What never changes is drawn once and kept; what moves is a handful of small pictures, each drawn
once in four times the size, so that its edges are smooth, and kept as well.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

from ludo_env.core.errors import LudoError
from ludo_env.render.shapes import Area, Disc, Scene, Shape, Stroke, Words
from ludo_env.render.theme import DAY, Colour, Theme

_FINER = 4  # how much larger a picture is drawn before it is made small
_LARGE = 700  # pixels from which on a picture is drawn twice as large only
_KEPT = 3000  # pictures
_LETTERS = 1.38  # the height of a font through that of its letters
MOST_PIXELS = 8192

# A picture, where it lies from its point, and the shapes that it shows.
_Kept = tuple[pygame.Surface, int, int, Any]


class Painter:
    """Draws scenes in the colours of a theme, and keeps what it has drawn."""

    def __init__(self, theme: Theme = DAY) -> None:
        self.theme = theme
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()

    def paint(
        self, surface: pygame.Surface, scene: Scene, x: float, y: float, scale: float
    ) -> None:
        """Draws a scene with its upper left corner at a pixel, so many pixels to the square."""
        if scene.board:
            # The very same tuple: its identity is enough, and quick to ask for.
            self._blit(surface, (id(scene.board), scale), scene.board, x, y, scale)
        for item in scene.items:
            at = x + item.x * scale, y + item.y * scale
            self._blit(surface, (item.art, scale), item.art, *at, scale)

    def cover(
        self, surface: pygame.Surface, scene: Scene, x: float, y: float, scale: float
    ) -> None:
        """Covers all of a canvas with paper and the board of a scene: one copy, if it was kept."""
        key = (id(scene.board), scale, x, y, surface.get_size())
        kept = self._kept.get(key)
        if kept is None:
            ground = canvas.__wrapped__(*surface.get_size())
            ground.fill(self.theme.colour("paper")[:3])
            self.paint(ground, scene._replace(items=()), x, y, scale)
            kept = self._keep(key, (ground, 0, 0, scene.board))
        surface.blit(kept[0], (0, 0))

    def _blit(
        self,
        surface: pygame.Surface,
        key: Hashable,
        shapes: tuple[Shape, ...],
        x: float,
        y: float,
        scale: float,
    ) -> None:
        kept = self._kept.get(key)
        if kept is None:
            kept = self._keep(key, (*_picture(shapes, scale, self.theme), shapes))
        picture, left, top, _ = kept
        surface.blit(
            picture, (round(x) + left, round(y) + top), special_flags=pygame.BLEND_PREMULTIPLIED
        )

    def _keep(self, key: Hashable, made: _Kept) -> _Kept:
        """Keeps a picture, with the shapes that its key only names, and lets the oldest go."""
        self._kept[key] = made
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return made


def fitted(scene: Scene, width: int, height: int) -> tuple[float, float, float]:
    """Where a scene lies in the middle of so many pixels, as large as can be: x, y and scale."""
    scale = min(width / scene.width, height / scene.height)
    return (width - scale * scene.width) / 2, (height - scale * scene.height) / 2, scale


def rgb_array(painter: Painter, scene: Scene, width: int, height: int) -> npt.NDArray[np.uint8]:
    """The scene as rows of pixels, each red, green and blue."""
    surface = canvas(width, height)
    at = fitted(scene, width, height)
    painter.cover(surface, scene, *at)
    painter.paint(surface, scene._replace(board=()), *at)
    return pixels(surface)


@lru_cache(maxsize=4)
def canvas(width: int, height: int) -> pygame.Surface:
    """A surface to draw on that belongs to no display; the same one each time."""
    if not (1 <= width <= MOST_PIXELS and 1 <= height <= MOST_PIXELS):
        raise LudoError(
            f"A picture is 1 to {MOST_PIXELS} pixels wide and high, not {width} x {height}."
        )
    return pygame.Surface((width, height), 0, 32, (0xFF, 0xFF00, 0xFF0000, 0))


def pixels(surface: pygame.Surface) -> npt.NDArray[np.uint8]:
    """The pixels of a canvas, copied."""
    width, height = surface.get_size()
    flat = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8)
    # A copy, because callers may write into it.
    found: npt.NDArray[np.uint8] = flat.reshape(height, width, 3).copy()
    return found


def forget_fonts() -> None:
    """Lets go of all fonts: none outlives pygame's module for them."""
    _font_of.cache_clear()


def _picture(
    shapes: tuple[Shape, ...], scale: float, theme: Theme
) -> tuple[pygame.Surface, int, int]:
    """Shapes as a picture, and where it lies from the point around which they are."""
    boxes = [_extent(shape, scale) for shape in shapes]
    left, top = floor(min(box[0] for box in boxes)) - 1, floor(min(box[1] for box in boxes)) - 1
    right, low = ceil(max(box[2] for box in boxes)) + 1, ceil(max(box[3] for box in boxes)) + 1
    width, height = right - left, low - top
    finer = _FINER if max(width, height) < _LARGE else _FINER // 2
    large = pygame.Surface((finer * width, finer * height), pygame.SRCALPHA, 32)
    for shape in shapes:
        if not isinstance(shape, Words):
            _draw(large, shape, finer * scale, -finer * left, -finer * top, theme)
    small = pygame.transform.smoothscale(large.premul_alpha(), (width, height))
    for shape in shapes:
        if isinstance(shape, Words):
            _write(small, shape, scale, -left, -top, theme)
    return small, left, top


def _extent(shape: Shape, scale: float) -> tuple[float, float, float, float]:
    """Left, top, right and lower end of a shape, in pixels."""
    if isinstance(shape, Words):
        font = _font(shape, scale)
        width, height = font.size(shape.text)
        x, y = scale * shape.x - _before(shape, width), scale * shape.y - _above(font)
        return x, y, x + width, y + height
    half = scale * shape.width / 2
    if isinstance(shape, Disc):
        reach = scale * shape.radius + half
        x, y = scale * shape.x, scale * shape.y
        return x - reach, y - reach, x + reach, y + reach
    across = [scale * x for x, _ in shape.points]
    down = [scale * y for _, y in shape.points]
    return min(across) - half, min(down) - half, max(across) + half, max(down) + half


def _draw(
    surface: pygame.Surface,
    shape: Disc | Area | Stroke,
    scale: float,
    x: float,
    y: float,
    theme: Theme,
) -> None:
    width = max(1, round(scale * shape.width))
    if isinstance(shape, Disc):
        middle = (x + scale * shape.x, y + scale * shape.y)
        radius = scale * shape.radius
        if shape.fill:
            _layer(surface, theme.colour(shape.fill), middle, radius)
        if shape.line:
            outer = radius + width / 2
            pygame.draw.circle(surface, theme.colour(shape.line), middle, outer, width)
        return
    points = [(x + scale * at_x, y + scale * at_y) for at_x, at_y in shape.points]
    if isinstance(shape, Area):
        if shape.fill:
            pygame.draw.polygon(surface, theme.colour(shape.fill), points)
        if shape.line:
            _line(surface, theme.colour(shape.line), [*points, points[0]], width)
        return
    _line(surface, theme.colour(shape.line), points, width)


def _layer(
    surface: pygame.Surface, colour: Colour, middle: tuple[float, float], radius: float
) -> None:
    """A disc; one that covers only in part lets what is below it shine through."""
    if colour[3] == 255:
        pygame.draw.circle(surface, colour, middle, radius)
        return
    size = ceil(2 * radius) + 2
    veil = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    pygame.draw.circle(veil, colour, (size / 2, size / 2), radius)
    surface.blit(veil, (round(middle[0] - size / 2), round(middle[1] - size / 2)))


def _line(
    surface: pygame.Surface, colour: Colour, points: Sequence[tuple[float, float]], width: int
) -> None:
    """Thick lines from point to point, round at the points."""
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


def _write(
    surface: pygame.Surface, words: Words, scale: float, x: float, y: float, theme: Theme
) -> None:
    if not words.text:
        return
    font = _font(words, scale)
    text = font.render(words.text, True, theme.colour(words.fill)[:3])
    at = (
        x + scale * words.x - _before(words, text.get_width()),
        y + scale * words.y - _above(font),
    )
    surface.blit(
        text.premul_alpha(),
        (round(at[0]), round(at[1])),
        special_flags=pygame.BLEND_PREMULTIPLIED,
    )


def _before(words: Words, width: float) -> float:
    """How much of a text lies before its point."""
    return {"start": 0.0, "middle": width / 2, "end": width}[words.align]


def _above(font: pygame.font.Font) -> float:
    """How much of a line of text lies above its middle, which is that of its capital letters."""
    capital = (font.metrics("H") or [None])[0]
    height = capital[3] if capital else font.get_ascent()
    return font.get_ascent() - height / 2


def _font(words: Words, scale: float) -> pygame.font.Font:
    return _font_of(max(1, round(_LETTERS * scale * words.size)), words.bold)


@lru_cache(maxsize=256)
def _font_of(size: int, bold: bool) -> pygame.font.Font:
    """The font that comes with pygame: the same on every machine."""
    if not pygame.font.get_init():
        pygame.font.init()
    font = pygame.font.Font(None, size)
    font.set_bold(bold)
    return font
