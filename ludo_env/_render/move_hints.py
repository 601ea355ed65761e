"""Move hints: the effects of an action, for highlights."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.keys import Die, Key
from ludo_env._render.pictures import pictures_of
from ludo_env._render.scene import captured


class Effect(NamedTuple):
    """The visible effects of an action before it is played."""

    captures: tuple[Key, ...]  # the pieces or cells that it captures
    spent: tuple[Key, ...]  # the dice that it uses up


def effect_of(game: Game, record: Record, action: int) -> Effect:
    """Return what a legal action captures and uses up."""
    done = game.effects(record, action)
    return Effect(captured(game, done), tuple(map(Die, done.dice)))


def actions_of(game: Game, key: Key, mover: int) -> list[int]:
    """Return all action numbers, legal or not, by which the mover plays an item."""
    return pictures_of(game).actions_of(game, key, mover)
