"""The drawing protocol of a family of games.

A family names its module by `pictures = "package.module"`; the module is imported when a game is
first drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Protocol, cast

from ludo_env._engine.errors import LudoError, quoted, reason
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Key
from ludo_env._render.shapes import Scene

XY = tuple[float, float]


class Pictures(Protocol):
    """The module that draws a family of games.

    It can also have `draw_for_people`, a text with pieces counted from 1, and, for the position
    editor, `by_hand`: the places where an item can be put, and the resulting positions.
    """

    def scene(self, game: Game, record: Record, look: Look) -> Scene:
        """Return the picture of a state as shapes."""

    def choices(self, game: Game, record: Record) -> Iterable[tuple[int, Key | None, Key | None]]:
        """Yield each legal action with the keys of its source and its target."""

    def draw(self, game: Game, record: Record, colour: bool, viewer: int | None) -> str:
        """Return the board as text, and a line for every player."""

    def ways(self, game: Game, done: Any) -> Iterable[tuple[Key, Key | None, tuple[XY, ...], bool]]:
        """Yield the motion of each item that an action moves."""

    def captured(self, done: Any) -> tuple[Key, ...]:
        """Return the keys of the items that an action sends away, takes or converts."""

    def actions_of(self, game: Game, key: Key, mover: int) -> list[int]:
        """Return all actions, legal or not, by which the mover plays the item with this key."""

    def player_words(self, game: Game, record: Record, player: int) -> str:
        """Return the colour of a player, and their role if there are roles."""


def pictures_of(game: Game) -> Pictures:
    """Return the module that draws a game; refuse a family without one."""
    family = game.spec.family
    name = getattr(family, "pictures", "")
    if not name:
        raise LudoError(
            f"Games of the family {quoted(family.name)} cannot be drawn: it names no module of "
            f"`pictures`."
        )
    try:
        return cast("Pictures", import_module(name))
    except ImportError as error:
        raise LudoError(
            f"The module {quoted(name)}, which draws games of the family {quoted(family.name)}, "
            f"cannot be imported: {reason(error)}."
        ) from error
