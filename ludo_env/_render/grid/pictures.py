"""The drawing functions for games on a grid, as `ludo_env._render.pictures` requires."""

from __future__ import annotations

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._families.grid.board import NOWHERE
from ludo_env._render.grid.by_hand import by_hand
from ludo_env._render.grid.scene import choices, scene
from ludo_env._render.grid.signs import ROLES
from ludo_env._render.grid.text import SIGNS, draw
from ludo_env._render.grid.unit_paths import captured, ways
from ludo_env._render.keys import Cell, Key

__all__ = [
    "SIGNS",
    "actions_of",
    "by_hand",
    "captured",
    "choices",
    "draw",
    "player_words",
    "scene",
    "ways",
]


def actions_of(game: Game, key: Key, mover: int) -> list[int]:
    """Return the actions that move or choose the unit on a cell."""
    if not isinstance(key, Cell):
        return []
    tables = game.plain.tables
    first = key.cell * tables.ways
    return [*range(first, first + tables.ways), tables.first_source + key.cell]


def player_words(game: Game, record: Record, player: int) -> str:
    """Return the colour of a player, and the role once it is known."""
    attacker, colour = int(record["attacker"][0]), game.spec.board.colours[player]
    return str(colour) if attacker == NOWHERE else f"{colour} {ROLES[player != attacker]}"
