"""Rolling dice: for a moment they show faces other than the final ones."""

from __future__ import annotations

from collections import Counter

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.dice_shapes import die_art
from ludo_env._render.keys import Die
from ludo_env._render.player_view import HIDDEN, has_hands, words_seen
from ludo_env._render.shapes import Item, Scene

_FACES = 6
_PLAIN = tuple("123456")
_SHOWN = 0.07  # seconds of each face


def falls(game: Game, before: Record, after: Record) -> bool:
    """Return whether dice were thrown between two states, rather than only left over or dealt."""
    old, new = Counter(_faces_of(game, before)), Counter(_faces_of(game, after))
    left_over = before["seat"][0] == after["seat"][0] and new < old
    return bool(new) and not left_over and not has_hands(game)


def tumbling(scene: Scene, game: Game, record: Record, seconds: float) -> Scene:
    """Return the picture of a state at a time, in seconds, after its dice were thrown."""
    faces = _faces_of(game, record)
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
        return item._replace(art=die_art(str(face), round(wide, 4), round(high, 4), plain=True))

    return scene._replace(items=tuple(map(tumbled, scene.items)))


def _faces_of(game: Game, record: Record) -> list[str]:
    """Return the dice or cards of the player to act."""
    words = words_seen(game, record)
    faces = words.get("dice", words.get("die", ""))
    return [] if faces in ("", HIDDEN) else faces.split(",")
