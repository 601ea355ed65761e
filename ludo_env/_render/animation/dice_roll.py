"""Rolling dice, which show other faces for a moment before the final ones."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import cos, sin

from ludo_env._engine.effects import UNKNOWN, Effects
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.dice_shapes import die_art
from ludo_env._render.keys import Die
from ludo_env._render.player_view import faces_seen, has_hands
from ludo_env._render.shapes import Area, Disc, Item, Scene, Shape, Spot, Words

_FACES = 6
_PLAIN = tuple("123456")
_SHOWN = 0.07  # seconds of each face
_ANGLES = (0.5, -0.9, 1.2, -0.4, 0.8, -1.3)  # of the die, face after face


def falls(game: Game, before: Record, after: Record, done: Effects | None = None) -> bool:
    """Return whether dice were thrown between two states, not only left over or dealt.

    All dice are left over by an action that uses none, such as the first of two choices.
    """
    old, new = Counter(faces_seen(game, before)), Counter(faces_seen(game, after))
    chosen = done is not None and not done.dice and done.action not in (UNKNOWN, game.pass_action)
    left_over = before["seat"][0] == after["seat"][0] and (new < old or (chosen and new == old))
    return bool(new) and not left_over and not has_hands(game)


def tumbling(scene: Scene, game: Game, record: Record, seconds: float) -> Scene:
    """Return the picture of a state at a time, in seconds, after its dice were thrown."""
    faces = faces_seen(game, record)
    places = {spot.key: spot for spot in scene.spots if isinstance(spot.key, Die)}
    turn = int(seconds / _SHOWN)

    def tumbled(item: Item) -> Item:
        if not isinstance(item.key, Die):
            return item
        index = item.key.index
        if index >= len(faces) or faces[index] not in _PLAIN:
            return item
        face = (7 * turn + 5 * index + int(faces[index])) % _FACES + 1
        wide, high = 2 * places[item.key].across, 2 * places[item.key].down
        art = _turned(str(face), round(wide, 4), round(high, 4), (turn + index) % len(_ANGLES))
        return item._replace(art=art)

    return scene._replace(items=tuple(map(tumbled, scene.items)))


@lru_cache(maxsize=256)
def _turned(face: str, wide: float, high: float, step: int) -> tuple[Shape, ...]:
    """Return a die that is turned around its middle."""
    c, s = cos(_ANGLES[step]), sin(_ANGLES[step])

    def turned(x: float, y: float) -> tuple[float, float]:
        return round(c * x - s * y, 4), round(s * x + c * y, 4)

    shapes: list[Shape] = []
    for shape in die_art(face, wide, high, plain=True):
        if isinstance(shape, Disc | Words):
            x, y = turned(shape.x, shape.y)
            shapes.append(shape._replace(x=x, y=y))
        else:
            points = tuple(turned(*point) for point in shape.points)
            shapes.append(shape._replace(points=points))
    return tuple(shapes)


def unrolled(scene: Scene) -> Scene:
    """Return the picture of a state before its dice are thrown: one die to be pressed."""

    def waiting(item: Item) -> Item:
        if not isinstance(item.key, Die):
            return item
        spot = next(spot for spot in scene.spots if spot.key == item.key)
        size = round(2 * min(spot.across, spot.down), 4)
        frame, *face = die_art("Roll", size, size, plain=False)
        if isinstance(frame, Area):
            frame = frame._replace(line="accent", width=round(2 * frame.width, 4))
        return item._replace(art=(frame, *face))

    def first(one: Item | Spot) -> bool:
        return not isinstance(one.key, Die) or one.key.index == 0

    items = tuple(map(waiting, filter(first, scene.items)))
    return scene._replace(items=items, spots=tuple(filter(first, scene.spots)))
