"""The board as text, in colour for terminals and plain for everything else."""

from __future__ import annotations

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.pictures import pictures_of


def draw_text(game: Game, record: Record, colour: bool = False, viewer: int | None = None) -> str:
    """The board, what stands on it, and a line for every player; all of it, or what one sees."""
    return pictures_of(game).draw(game, record, colour, viewer)
