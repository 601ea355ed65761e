"""Motion from one state to the next: the played piece hops first, then the others move.

The others are pieces that make room, and pieces that were sent to their yards, which fly.

The motion is made from two scenes, before and after, whose items have the same keys. So it works
for every game, and ends with exactly the picture of the state after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from ludo_env._engine.effects import Effects
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.display_options import PLAINLY, Look
from ludo_env._render.keys import Captive, Key, Locked, Piece, Unit
from ludo_env._render.scene import scene_of, ways_of
from ludo_env._render.shapes import Item, Scene

_HOP, _FLIGHT = 0.32, 1.3  # the heights, in squares
_WALKED = 0.7  # the share of the time for the played piece, before the others move
_BEFORE_PIECES = (Captive, Locked)  # items in front of pieces
_MOVABLE = (Piece, Unit, *_BEFORE_PIECES)

XY = tuple[float, float]
# The points, the shares of the time at the start and the end, and the height between two points.
_Way = tuple[tuple[XY, ...], float, float, float]


class Tween(NamedTuple):
    """Two pictures, and the ways of all items that move between them."""

    start: Scene
    end: Scene
    ways: dict[Key, _Way]  # by key

    @property
    def moves(self) -> bool:
        """Return whether anything moves."""
        return bool(self.ways)

    def scene(self, share: float) -> Scene:
        """Return the picture at this share of the time, 0 to 1."""
        if share >= 1 or not self.ways:
            return self.end
        still = [item for item in self.start.items if item.key not in self.ways]
        going = [
            item._replace(x=at[0], y=at[1])
            for item in self.start.items
            if item.key in self.ways
            for at in [_along(*self.ways[item.key], share)]
        ]
        return self.start._replace(items=(*still, *going))


def tween(
    game: Game, before: Record, after: Record, look: Look = PLAINLY, done: Effects | None = None
) -> Tween:
    """Return the motion between two states; `look` is for the picture of the end.

    The effects in between are `done` or `look.done`; without both, the states are compared.
    """
    done = done or look.done or game.effects_between(before, after)
    if look.before is not None:
        look = replace(look, done=done)
    plain = replace(look, done=None, before=None, sources=(), chosen=None, targets=(), captures=())
    start, end = scene_of(game, before, plain), scene_of(game, after, look)
    here = {item.key: item for item in start.items}
    there = {item.key: item for item in end.items}
    ways: dict[Key, _Way] = {}
    for way in ways_of(game, done):
        if way.key in here:
            points = [_place(here[way.key]), *way.points]
            if way.lands_as in there:
                points.append(_place(there[way.lands_as]))
            hop, fly = (0.0, _WALKED, _HOP), (_WALKED, 1.0, _FLIGHT)
            ways[way.key] = (tuple(points), *(hop if way.first else fly))
    for key, item in here.items():
        # Pieces that share a place make room, and items in front of a piece move with it.
        if isinstance(key, _MOVABLE) and key not in ways and key in there:
            points = [_place(item), _place(there[key])]
            if points[0] != points[1]:
                ways[key] = (tuple(points), _WALKED, 1.0, 0.0)
    freed = [
        kind(key.player, key.index)
        for key in ways
        if isinstance(key, Piece)
        for kind in _BEFORE_PIECES
    ]
    kept = tuple(item for item in start.items if item.key in there or item.key not in freed)
    start = start._replace(items=kept)
    return Tween(start, end, ways)


def _place(item: Item) -> XY:
    return item.x, item.y


def _along(points: Sequence[XY], begins: float, ends: float, height: float, share: float) -> XY:
    """Return the point on a way at a share of the whole time; the motion is slow at both ends."""
    done = min(1.0, max(0.0, (share - begins) / (ends - begins)))
    done = done * done * (3 - 2 * done)
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    left = done * sum(lengths)
    for (start, end), length in zip(pairwise(points), lengths, strict=True):
        if left <= length and length > 0:
            part = left / length
            up = 4 * height * part * (1 - part)
            return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]) - up
        left -= length
    return points[-1]
