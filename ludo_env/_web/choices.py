"""The choices of a person as data: sources, targets, effects and marks of all moves.

The keys are those of the scene: the page compares what was pressed with them, and draws the same
marks as the scene.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Key, Target, key_text
from ludo_env._render.move_hints import effect_of
from ludo_env._render.plain_words import plain
from ludo_env._render.scene import choices_of, scene_of
from ludo_env._render.shapes import Item, Scene, Shape
from ludo_env._web.arts import Markup, art_of


def choices_as_data(game: Game, record: Record, viewer: int | None) -> dict[str, Any]:
    """Return all choices of the player to act, and the marks of their sources and targets."""
    found: list[dict[str, Any]] = []
    arts: dict[str, Markup] = {}
    captures: list[Key] = []
    choices = choices_of(game, record)
    for choice in choices:
        effect = effect_of(game, record, choice.action)
        captures += effect.captures
        found.append(
            {
                "action": choice.action,
                "source": key_text(choice.source),
                "target": key_text(choice.target),
                "words": plain(game, record, game.describe(record, choice.action)),
                "captures": [key_text(key) for key in effect.captures],
                "dice": [key_text(key) for key in effect.spent],
            }
        )
    sources = tuple(dict.fromkeys(choice.source for choice in choices if choice.source))
    targets = tuple(dict.fromkeys(choice.target for choice in choices if choice.target))
    unmarked = scene_of(game, record, Look(viewer=viewer))
    marks: dict[str, dict[str, Any]] = {}
    for kind, look in (
        ("sources", Look(viewer=viewer, sources=sources, targets=targets)),
        ("captures", Look(viewer=viewer, captures=tuple(dict.fromkeys(captures)))),
    ):
        marked = scene_of(game, record, look)
        keys = look.sources or look.captures
        marks[kind] = _drawn(_rings(unmarked, marked, keys), arts)
        if look.targets:
            marks["targets"] = _drawn(_ends(marked), arts)
    return {"list": found, "marks": marks, "arts": arts}


def _rings(unmarked: Scene, marked: Scene, keys: Iterable[Key]) -> dict[Key, Item]:
    """Return the marks of the items with these keys, or of the items in the same places."""
    before = {item.key: item.art for item in unmarked.items}
    spots = {spot.key: (spot.x, spot.y) for spot in unmarked.spots}
    wanted, rings = set(keys), {}
    for item in marked.items:
        more: tuple[Shape, ...] = item.art[len(before.get(item.key, item.art)) :]
        if not more:
            continue
        near = [item.key] if item.key in wanted else []
        near = near or [key for key in wanted if _is_at(spots.get(key), item)]
        if near:
            rings[near[0]] = item._replace(art=more)
    return rings


def _ends(marked: Scene) -> dict[Key, Item]:
    return {item.key.of: item for item in marked.items if isinstance(item.key, Target)}


def _is_at(place: tuple[float, float] | None, item: Item) -> bool:
    return place is not None and abs(place[0] - item.x) + abs(place[1] - item.y) < 0.01


def _drawn(items: dict[Key, Item], arts: dict[str, Markup]) -> dict[str, list[Any]]:
    """Return each mark as the name of its art and its place; add the arts to `arts`."""
    drawn = {}
    for key, item in items.items():
        name, markup = art_of(item.art)
        arts[name] = markup
        drawn[key_text(key)] = [name, round(item.x, 3), round(item.y, 3)]
    return drawn
