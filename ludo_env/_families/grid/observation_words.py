"""Columns of the observations of grid games in words; `observe.py` says what they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ludo_env._engine.feature_words import field_words, which, whole, yes
from ludo_env._families.grid.board import Board
from ludo_env._families.grid.observe import PLANES

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

_STAGES = ("toss", "move", "garrison", "convert")
_CELLS = {
    "own": "cells with own units",
    "enemy": "cells with enemy units",
    "general": "cells of the General",
    "moat": "cells of the Moat",
    "own garrisons": "cells of own garrisons",
    "enemy garrisons": "cells of enemy garrisons",
    "pending": "cells that a pending choice is about",
}


def words(game: Game, style: str, name: str, values: Sequence[float]) -> str:
    """Return what a column says; empty for a column that the family does not write itself."""
    board: Board = game.spec.board
    if name in PLANES and style != "compact":
        marked = (cell for cell, value in enumerate(values) if value)
        return f"{_CELLS[name]}: {_listed(board, marked)}"
    if style == "planes":  # each number fills a plane
        values = values[:: board.cells]
    scaled = style != "compact"
    return _number(board, name, values, scaled=scaled) or field_words(
        game.layout, name, values, scaled=scaled
    )


def _number(board: Board, name: str, values: Sequence[float], *, scaled: bool) -> str:
    """Return what a number about the whole game says."""
    first = values[0]
    if name == "cells":
        own, enemy = (
            _listed(board, (cell for cell, value in enumerate(values) if value == whose))
            for whose in (1, 2)
        )
        return f"own units: {own}; enemy units: {enemy}"
    if name == "attacker":
        return f"the observer is the Attacker: {yes(first)}"
    if name == "to_act":
        return f"the observer is to act: {yes(first)}"
    if name == "die":
        face = which(values) + 1 if scaled else round(first)
        return f"die: {face or 'none'}"
    if name == "stage":
        return f"stage: {_STAGES[which(values) if scaled else round(first)]}"
    if name in {"own units", "enemy units"}:
        full = sum(map(len, board.garrisons)) / Board.players if scaled else 1
        return f"number of {name}: {whole(first * full)}"
    if name == "source":
        at = () if round(first) == 0 else (round(first) - 1,)
        return f"cell that a pending choice is about: {_listed(board, at)}"
    return ""


def _listed(board: Board, cells: Iterable[int]) -> str:
    """Return cells as row,column."""
    said = (divmod(cell, board.columns) for cell in cells)
    return " ".join(f"{row},{column}" for row, column in said) or "none"
