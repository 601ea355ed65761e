"""How the units of a grid game move that an action moved, and which others it takes."""

from __future__ import annotations

from collections.abc import Iterator

from ludo_env._engine.game import Game
from ludo_env._families.grid.effects import GridEffects
from ludo_env._render.grid.board import drawn

XY = tuple[float, float]


def ways(game: Game, done: GridEffects) -> Iterator[tuple[str, str, tuple[XY, ...], bool]]:
    """A unit goes to its cell; one that is used up there is gone then."""
    if done.journey is not None:
        start, end, _, arrives = done.journey
        place = drawn(game.spec.board).cells[end]
        yield f"unit {start}", f"unit {end}" if arrives else "", (place,), True


def captured(done: GridEffects) -> tuple[str, ...]:
    """The cells of the units that the player to act takes, removes or converts."""
    return tuple(f"cell {cell}" for cell in sorted(one.cell for one in done.taken))
