"""Motions of the units in an action of a grid game, and the units that it captures."""

from __future__ import annotations

from collections.abc import Iterator

from ludo_env._engine.game import Game
from ludo_env._families.grid.effects import GridEffects
from ludo_env._render.grid.board import drawn
from ludo_env._render.keys import Cell, Key, Unit

XY = tuple[float, float]


def ways(game: Game, done: GridEffects) -> Iterator[tuple[Key, Key | None, tuple[XY, ...], bool]]:
    """Yield the motion of a unit to its cell; a unit that is used up there disappears."""
    if done.journey is not None:
        start, end, _, arrives = done.journey
        place = drawn(game.spec.board).cells[end]
        yield Unit(start), Unit(end) if arrives else None, (place,), True


def captured(done: GridEffects) -> tuple[Key, ...]:
    """Return the cells of the units that the player to act captures, removes or converts."""
    return tuple(Cell(cell) for cell in sorted(one.cell for one in done.taken))
