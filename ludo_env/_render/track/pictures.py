"""The drawing functions for races, as `ludo_env._render.pictures` requires."""

from __future__ import annotations

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._families.track.actions import numbers_of
from ludo_env._render.keys import Key, Piece
from ludo_env._render.paint.colours import COLOURS
from ludo_env._render.track.by_hand import by_hand
from ludo_env._render.track.piece_paths import captured, ways
from ludo_env._render.track.scene import choices, scene
from ludo_env._render.track.text import SIGNS, draw, draw_for_people

__all__ = [
    "SIGNS",
    "actions_of",
    "by_hand",
    "captured",
    "choices",
    "draw",
    "draw_for_people",
    "player_words",
    "scene",
    "signs_in_words",
    "ways",
]


_OPEN = ("open square", "safe square")  # in the titles of rules
_STARS = "Squares with a star are safe; all other squares of the ring are open."


def actions_of(game: Game, key: Key, mover: int) -> list[int]:
    """Return the actions that move a piece."""
    if not isinstance(key, Piece):
        return []
    piece = (key.player, key.index)
    board, counted = game.plain.tables, numbers_of(game.plain.tables, game.facts)
    moves = range(counted.moves)
    return [action for action in moves if counted.piece(board, mover, action) == piece]


def signs_in_words(game: Game) -> list[str]:
    """Return the meaning of stars if the rules distinguish open squares from safe ones."""
    asks = any(word in rule.title for rule in game.spec.rules for word in _OPEN)
    return [_STARS] if game.spec.board.safe_cells and asks else []


def player_words(game: Game, record: Record, player: int) -> str:
    """Return the colour of a player's seat."""
    return COLOURS[game.spec.board.seats[player] % len(COLOURS)]
