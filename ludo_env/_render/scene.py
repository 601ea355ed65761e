"""The picture of a game as data: `scene_of` returns the shapes of a state, for every game.

It does not depend on a painter such as pygame, SVG or a page in a browser.
"""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._engine.effects import Effects
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.display_options import PLAINLY, Look
from ludo_env._render.keys import Key
from ludo_env._render.pictures import pictures_of
from ludo_env._render.shapes import Scene


class Choice(NamedTuple):
    """A legal action with the keys of its source and its target on the board."""

    action: int
    source: Key | None  # Piece(0, 2), Cell(17); None if no item on the board is played
    target: Key | None  # Cell(23); None if the action has no target


class Way(NamedTuple):
    """The motion of an item from one state to the next."""

    key: Key  # of the item that moves
    lands_as: Key | None  # the key of its item at the end; None if it is gone
    points: tuple[tuple[float, float], ...]  # the places on its way
    first: bool  # whether it moves at once, or only after the others have arrived


def scene_of(game: Game, record: Record, look: Look = PLAINLY) -> Scene:
    """Return the picture of a state."""
    return pictures_of(game).scene(game, record, look)


def choices_of(game: Game, record: Record) -> tuple[Choice, ...]:
    """Return the choices of the player to act, in the order of the actions; maybe empty."""
    return tuple(Choice(*made) for made in pictures_of(game).choices(game, record))


def ways_of(game: Game, done: Effects) -> tuple[Way, ...]:
    """Return the motions of all items that an action moves."""
    return tuple(Way(*way) for way in pictures_of(game).ways(game, done))


def captured(game: Game, done: Effects) -> tuple[Key, ...]:
    """Return the keys of the items that an action sends away, takes or converts."""
    return pictures_of(game).captured(done)
