"""Scenes drawn with pygame onto any surface, without a display, an image file or a window.

The static part is drawn once and cached. Moving items are a few small pictures, each drawn once
at four times the size, so that its edges are smooth, and cached as well.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from math import ceil, floor
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from ludo_env._render.paint.brush import draw, extent, write
from ludo_env._render.paint.canvas import MIXED, Canvas
from ludo_env._render.paint.theme import DAY, Theme
from ludo_env._render.shapes import Item, Scene, Shape, Words

_FINER = 4  # how much larger a picture is drawn before it is scaled down
_LARGE, _HUGE = 700, 2500  # pixels from which on it is twice as large, or as large
_KEPT = 48_000_000  # pixels of pictures

# A picture, its offset from its point, and the shapes that it shows.
_Kept: TypeAlias = tuple[pygame.Surface, int, int, Any]
# A picture, and its upper left corner.
Placed: TypeAlias = tuple[pygame.Surface, tuple[int, int]]


class Painter:
    """Painter of scenes in the colours of a theme, with a cache of pictures."""

    def __init__(self, theme: Theme = DAY) -> None:
        self._theme = theme
        self._kept: OrderedDict[tuple[tuple[Shape, ...], float], _Kept] = OrderedDict()
        self._pixels = 0
        # Pictures by the identity of their shapes, most of which are the same in each scene.
        self._known: dict[tuple[int, float], _Kept] = {}
        self._canvas: Canvas | None = None

    @property
    def theme(self) -> Theme:
        """The colours; they cannot change, as cached pictures were drawn in them."""
        return self._theme

    def paint(
        self, surface: pygame.Surface, scene: Scene, x: float, y: float, scale: float
    ) -> None:
        """Draw a scene with its upper left corner at a pixel, at a number of pixels per square."""
        board = (Item("board", 0, 0, scene.board),)
        surface.fblits(list(self.placed((*board, *scene.items), x, y, scale)), MIXED)

    def placed(self, items: Iterable[Item], x: float, y: float, scale: float) -> Iterator[Placed]:
        """Yield the picture of each item of a scene and where it is drawn."""
        known = self._known
        for item in items:
            if not item.art:
                continue
            picture, left, top, _ = known.get((id(item.art), scale)) or self._found(item.art, scale)
            at = round(x + item.x * scale) + left, round(y + item.y * scale) + top
            yield picture, at

    def canvas(self, width: int, height: int) -> Canvas:
        """Return the canvas of a size; the canvas of the last size is cached."""
        if self._canvas is None or self._canvas.size != (width, height):
            self._canvas = Canvas(self, width, height)
        return self._canvas

    def _found(self, shapes: tuple[Shape, ...], scale: float) -> _Kept:
        """Return the picture of shapes that are not cached by their identity."""
        kept = self._kept.get((shapes, scale))
        if kept is None:
            kept = (*_picture(shapes, scale, self.theme), shapes)
            self._keep((shapes, scale), kept)
        self._kept.move_to_end((shapes, scale))
        if shapes is kept[3]:  # others with the same values are not kept, so their identity ends
            self._known[id(shapes), scale] = kept
        return kept

    def _keep(self, key: tuple[tuple[Shape, ...], float], made: _Kept) -> None:
        """Cache a picture; drop the oldest ones if the cache is full."""
        self._kept[key] = made
        self._pixels += made[0].get_width() * made[0].get_height()
        while self._pixels > _KEPT and len(self._kept) > 1:
            (_, scale), (oldest, _, _, shapes) = self._kept.popitem(last=False)
            self._known.pop((id(shapes), scale), None)
            self._pixels -= oldest.get_width() * oldest.get_height()


def rgb_array(painter: Painter, scene: Scene, width: int, height: int) -> npt.NDArray[np.uint8]:
    """Return the scene as rows of pixels, each red, green and blue."""
    return painter.canvas(width, height).drawn(scene)


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
