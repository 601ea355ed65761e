"""Scenes drawn with pygame: onto any surface, without a display, an image file or a window.

The static part is drawn once and kept; moving items are a few small pictures, each drawn once in
four times the size, so that its edges are smooth, and kept as well.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from math import ceil, floor
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

from ludo_env._engine.errors import LudoError
from ludo_env._render.paint.brush import draw, extent, write
from ludo_env._render.paint.theme import DAY, MOST_PIXELS, Theme
from ludo_env._render.shapes import Scene, Shape, Words, fitted

_FINER = 4  # how much larger a picture is drawn before it is scaled down
_LARGE, _HUGE = 700, 2500  # pixels from which on it is twice as large, or as large
_KEPT = 48_000_000  # pixels of pictures

# A picture, its offset from its point, and the shapes that it shows.
_Kept = tuple[pygame.Surface, int, int, Any]


class Painter:
    """Draws scenes in the colours of a theme, and caches what it has drawn."""

    def __init__(self, theme: Theme = DAY) -> None:
        self._theme = theme
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._pixels = 0

    @property
    def theme(self) -> Theme:
        """The colours; they stay, as cached pictures were drawn in them."""
        return self._theme

    def paint(
        self, surface: pygame.Surface, scene: Scene, x: float, y: float, scale: float
    ) -> None:
        """Draw a scene with its upper left corner at a pixel, at a number of pixels per square."""
        if scene.board:
            # The same tuple object: its identity is enough, and quick to compare.
            self._blit(surface, (id(scene.board), scale), scene.board, x, y, scale)
        for item in scene.items:
            if not item.art:
                continue
            at = x + item.x * scale, y + item.y * scale
            self._blit(surface, (item.art, scale), item.art, *at, scale)

    def cover(
        self, surface: pygame.Surface, scene: Scene, x: float, y: float, scale: float
    ) -> None:
        """Cover a canvas with paper and the board of a scene: one copy, if it is cached."""
        key = (id(scene.board), scale, x, y, surface.get_size())
        kept = self._kept.get(key)
        if kept is None:
            ground = canvas.__wrapped__(*surface.get_size())
            ground.fill(self.theme.colour("paper")[:3])
            self.paint(ground, scene._replace(items=()), x, y, scale)
            kept = self._keep(key, (ground, 0, 0, scene.board))
        self._kept.move_to_end(key)
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
        self._kept.move_to_end(key)
        picture, left, top, _ = kept
        surface.blit(
            picture, (round(x) + left, round(y) + top), special_flags=pygame.BLEND_PREMULTIPLIED
        )

    def _keep(self, key: Hashable, made: _Kept) -> _Kept:
        """Cache a picture, with the shapes that its key only names, and drop the oldest."""
        self._kept[key] = made
        self._pixels += made[0].get_width() * made[0].get_height()
        while self._pixels > _KEPT and len(self._kept) > 1:
            _, (oldest, *_) = self._kept.popitem(last=False)
            self._pixels -= oldest.get_width() * oldest.get_height()
        return made


def rgb_array(painter: Painter, scene: Scene, width: int, height: int) -> npt.NDArray[np.uint8]:
    """Return the scene as rows of pixels, each red, green and blue."""
    surface = canvas(width, height)
    at = fitted(scene, width, height)
    painter.cover(surface, scene, *at)
    painter.paint(surface, scene._replace(board=()), *at)
    return pixels(surface)


@lru_cache(maxsize=4)
def canvas(width: int, height: int) -> pygame.Surface:
    """Return a surface to draw on that belongs to no display; the same one each time."""
    if not (1 <= width <= MOST_PIXELS and 1 <= height <= MOST_PIXELS):
        raise LudoError(
            f"A picture is 1 to {MOST_PIXELS} pixels wide and high, not {width} x {height}."
        )
    return pygame.Surface((width, height), 0, 32, (0xFF, 0xFF00, 0xFF0000, 0))


def pixels(surface: pygame.Surface) -> npt.NDArray[np.uint8]:
    """Return a copy of the pixels of a canvas."""
    width, height = surface.get_size()
    flat = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8)
    # A copy, because callers may write into it.
    found: npt.NDArray[np.uint8] = flat.reshape(height, width, 3).copy()
    return found


def _picture(
    shapes: tuple[Shape, ...], scale: float, theme: Theme
) -> tuple[pygame.Surface, int, int]:
    """Return shapes as a picture, and its offset from their point."""
    boxes = [extent(shape, scale) for shape in shapes]
    left, top = floor(min(box[0] for box in boxes)) - 1, floor(min(box[1] for box in boxes)) - 1
    right, low = ceil(max(box[2] for box in boxes)) + 1, ceil(max(box[3] for box in boxes)) + 1
    width, height = right - left, low - top
    longest = max(width, height)
    finer = _FINER if longest < _LARGE else _FINER // 2 if longest < _HUGE else 1
    large = pygame.Surface((finer * width, finer * height), pygame.SRCALPHA, 32)
    for shape in shapes:
        if not isinstance(shape, Words):
            draw(large, shape, finer * scale, -finer * left, -finer * top, theme)
    small = pygame.transform.smoothscale(large.premul_alpha(), (width, height))
    for shape in shapes:
        if isinstance(shape, Words):
            write(small, shape, scale, -left, -top, theme)
    return small, left, top
