"""Arts: the SVG of the items of scenes, each named by a hash of its markup.

The name of an art is the same in every process, so a page can keep arts while the server restarts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

from ludo_env._render.keys import Key, key_text
from ludo_env._render.paint.svg import shapes_svg
from ludo_env._render.shapes import Item, Scene, Shape

_Art: TypeAlias = tuple[Shape, ...]
Markup: TypeAlias = tuple[str, str]  # without signs, and with signs ("" if both are the same)


class Placed(NamedTuple):
    """An item of a frame."""

    key: str
    art: str
    x: float
    y: float


class Arts:
    """The arts of a room: names and markup."""

    def __init__(self) -> None:
        self._named: dict[tuple[Key, _Art], tuple[str, Markup]] = {}

    def knows(self, scene: Scene) -> bool:
        """Return whether all items of a scene have names."""
        return all((item.key, item.art) in self._named for item in scene.items)

    def placed(self, scene: Scene, signed: Scene | None) -> tuple[list[Placed], dict[str, Markup]]:
        """Return the items of a scene with the names of their arts, and these arts."""
        items: Iterable[tuple[Item, Item]] = zip(scene.items, (signed or scene).items, strict=True)
        placed, arts = [], {}
        for item, other in items:
            known = (item.key, item.art)
            if known not in self._named:
                self._named[known] = art_of(item.art, other.art)
            name, markup = self._named[known]
            arts[name] = markup
            placed.append(at_place(item, name))
        return placed, arts


@lru_cache(maxsize=20_000)
def name_of_key(key: Key) -> str:
    """Return a key as text; it is cached because every event needs the same few keys."""
    return key_text(key)


def at_place(item: Item, art: str) -> Placed:
    """Return an item with the name of its art."""
    return Placed(name_of_key(item.key), art, round(item.x, 3), round(item.y, 3))


@lru_cache(maxsize=20_000)
def art_of(plain: _Art, signed: _Art = ()) -> tuple[str, Markup]:
    """Return the name of an art, and its markup."""
    markup = shapes_svg(plain), shapes_svg(signed) if signed and signed != plain else ""
    return blake2b("\n".join(markup).encode(), digest_size=6).hexdigest(), markup


def new_arts(arts: Mapping[str, Markup], before: Iterable[str]) -> dict[str, Markup]:
    """Return the arts whose names are not in `before`."""
    old = set(before)
    return {name: markup for name, markup in arts.items() if name not in old}
