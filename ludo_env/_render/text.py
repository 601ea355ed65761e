"""The board as text, in colour for terminals and plain for everything else."""

from __future__ import annotations

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.grid import text as grid_text
from ludo_env._render.track import text as track_text

# How each family of games is drawn.
_DRAW = {"grid": grid_text.draw, "track": track_text.draw}


def draw_text(game: Game, record: Record, colour: bool = False, viewer: int | None = None) -> str:
    """The board, what stands on it, and a line for every player; all of it, or what one sees."""
    return _DRAW[game.spec.family.name](game, record, colour, viewer)
