"""A picture of one size whose pixels are an array: only changed parts are drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pygame

from ludo_env._engine.errors import LudoError
from ludo_env._render.paint.theme import MOST_PIXELS
from ludo_env._render.shapes import Scene, fitted

if TYPE_CHECKING:
    from ludo_env._render.paint.pygame_painter import Painter, Placed

MIXED = pygame.BLEND_PREMULTIPLIED  # the way in which pictures are drawn over others
_NOTHING = pygame.Rect(0, 0, 0, 0)
_MOST = 60  # with more changed parts, everything is drawn again


class Canvas:
    """The pixels of the last scene, and a surface that draws into them."""

    def __init__(self, painter: Painter, width: int, height: int) -> None:
        if not (1 <= width <= MOST_PIXELS and 1 <= height <= MOST_PIXELS):
            raise LudoError(
                f"A picture is 1 to {MOST_PIXELS} pixels wide and high, not {width} x {height}."
            )
        self._painter = painter
        self.size = width, height
        self._pixels: npt.NDArray[np.uint8] = np.zeros((height, width, 3), np.uint8)
        # Both share the same memory.
        self._surface = pygame.image.frombuffer(self._pixels.data, self.size, "RGB")
        self._ground = self._surface.copy()
        self._board: object = None
        self._items: list[Placed] = []

    def drawn(self, scene: Scene) -> npt.NDArray[np.uint8]:
        """Return the pixels of a scene: a copy, because callers may write into it."""
        x, y, scale = fitted(scene, *self.size)
        items = list(self._painter.placed(scene.items, x, y, scale))
        if scene.board is self._board:
            self._change(items)
        else:
            self._begin(scene, x, y, scale)
            self._surface.fblits(items, MIXED)
        self._board, self._items = scene.board, items
        copy: npt.NDArray[np.uint8] = self._pixels.copy()
        return copy

    def _begin(self, scene: Scene, x: float, y: float, scale: float) -> None:
        """Draw the background and the board, and cache them."""
        self._ground.fill(self._painter.theme.colour("paper")[:3])
        self._painter.paint(self._ground, scene._replace(items=()), x, y, scale)
        self._surface.blit(self._ground, (0, 0))

    def _change(self, items: list[Placed]) -> None:
        """Draw again the parts where an item has appeared or vanished."""
        before, after = set(map(_identity, self._items)), set(map(_identity, items))
        stayed = [_identity(item) for item in items if _identity(item) in before]
        parts = None
        if stayed == [_identity(item) for item in self._items if _identity(item) in after]:
            changed = [item for item in self._items if _identity(item) not in after]
            changed += [item for item in items if _identity(item) not in before]
            parts = _merged([_area(item) for item in changed])
        if parts is None or len(parts) > _MOST:
            self._surface.blit(self._ground, (0, 0))
            self._surface.fblits(items, MIXED)
            return
        areas = [_area(item) for item in items]
        for part in parts:
            self._surface.set_clip(part)
            self._surface.blit(self._ground, part, part)
            here = [items[index] for index in part.collidelistall(areas)]
            self._surface.fblits(here, MIXED)
        self._surface.set_clip(None)


def _identity(item: Placed) -> tuple[int, tuple[int, int]]:
    return id(item[0]), item[1]


def _area(item: Placed) -> pygame.Rect:
    return item[0].get_rect(topleft=item[1])


def _merged(areas: list[pygame.Rect]) -> list[pygame.Rect]:
    """Return rectangles that cover these areas; rectangles that overlap much become one."""
    parts: list[pygame.Rect] = []
    for area in areas:
        whole = area
        for index in area.collidelistall(parts):
            other = parts[index]
            both = other.union(whole)
            if both.w * both.h <= other.w * other.h + whole.w * whole.h:
                parts[index], whole = _NOTHING, both
        parts.append(whole)
    return [part for part in parts if part.w]
