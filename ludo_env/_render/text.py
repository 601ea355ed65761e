"""The board as text, in colour for terminals and plain for everything else."""

from __future__ import annotations

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.pictures import pictures_of


def draw_text(game: Game, record: Record, colour: bool = False, viewer: int | None = None) -> str:
    """Return the board and a line for every player; everything, or what one player sees."""
    return pictures_of(game).draw(game, record, colour, viewer)
