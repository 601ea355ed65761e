"""Units of a grid game moved by hand: each empty cell, and the resulting position text."""

from __future__ import annotations

from collections.abc import Iterator

from ludo_env._engine.game import Game
from ludo_env._families.grid.board import Board
from ludo_env._render.display_options import Look
from ludo_env._render.grid.scene import scene
from ludo_env._render.keys import Cell, Key, Unit

_EMPTY = "."
XY = tuple[float, float]


def by_hand(game: Game, words: dict[str, str], key: Key) -> Iterator[tuple[str, str, XY]]:
    """Yield the changes that move the unit with this key: a key, its new word, and the place.

    The words are those of the position text.
    """
    if not isinstance(key, Unit | Cell):
        return
    board: Board = game.spec.board
    letters = words["board"].replace("/", "")
    if letters[key.cell] == _EMPTY:
        return
    record, _ = game.read("")
    spots = {spot.key: (spot.x, spot.y) for spot in scene(game, record, Look()).spots}
    for cell, letter in enumerate(letters):
        place = spots.get(Cell(cell))
        if place is None or letter != _EMPTY or cell in board.general:
            continue
        changed = list(letters)
        changed[cell], changed[key.cell] = letters[key.cell], _EMPTY
        rows = range(0, board.cells, board.columns)
        yield "board", "/".join("".join(changed[at : at + board.columns]) for at in rows), place
