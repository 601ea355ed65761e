"""The drawing functions for races, as `ludo_env._render.pictures` requires."""

from __future__ import annotations

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._families.track.actions import numbers_of
from ludo_env._render.paint.colours import COLOURS
from ludo_env._render.track.piece_paths import captured, ways
from ludo_env._render.track.scene import choices, scene
from ludo_env._render.track.text import draw

__all__ = ["actions_of", "captured", "choices", "draw", "player_words", "scene", "ways"]


def actions_of(game: Game, key: str, mover: int) -> list[int]:
    """Return the actions that move a piece; `piece 0 2` is piece 2 of player 0."""
    kind, *numbers = key.split()
    if kind != "piece":
        return []
    player, piece = map(int, numbers)
    board, counted = game.plain.tables, numbers_of(game.plain.tables, game.facts)
    moves = range(counted.moves)
    return [action for action in moves if counted.piece(board, mover, action) == (player, piece)]


def player_words(game: Game, record: Record, player: int) -> str:
    """Return the colour of a player's seat."""
    return COLOURS[game.spec.board.seats[player] % len(COLOURS)]
