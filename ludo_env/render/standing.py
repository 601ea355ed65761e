"""Where each piece of a race is drawn: on its cell, in its yard, or with its captor."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from ludo_env.core.game import Game
from ludo_env.core.marks import CAPTIVE, Mark
from ludo_env.core.state import Plain
from ludo_env.render.columns import in_column
from ludo_env.render.pieces import spread
from ludo_env.render.places import Pile
from ludo_env.render.track_board import Drawn, drawn
from ludo_env.render.yards import Yard
from ludo_env.track.boards import RaceBoard
from ludo_env.track.tables import YARD

_CAPTIVE = 0.27  # the radius of a prisoner, where there is room
_BESIDE = 0.35  # from the side of a yard to the row of prisoners in it


class Standing(NamedTuple):
    """Where a piece is drawn."""

    x: float
    y: float
    radius: float


def standings(game: Game, s: Plain, marks: tuple[Mark, ...]) -> dict[str, Standing]:
    """Of each piece by its key; those on the same place share it."""
    board: RaceBoard = game.spec.board
    place = drawn(board)
    captors = {mark.at: mark.of for mark in marks if mark.kind == CAPTIVE}
    found: dict[str, Standing] = {}
    crowds: dict[int, list[str]] = {}
    waiting: dict[int, list[str]] = {}
    held: dict[int, list[str]] = {}
    for player, count in enumerate(board.counts):
        for index in range(count):
            piece = player * board.pieces + index
            key, progress = f"piece {player} {index}", s.progress[piece]
            if piece in captors:
                held.setdefault(captors[piece], []).append(key)
            elif progress == YARD:
                yard = place.yards[player]
                found[key] = Standing(*yard.places[index], yard.radius)
                if yard.pile:
                    waiting.setdefault(player, []).append(key)
            else:
                crowds.setdefault(int(game.plain.tables.cell[player, progress]), []).append(key)
    for cell, keys in crowds.items():
        found.update(_crowd(place, cell, keys))
    for player, keys in waiting.items():
        yard = place.yards[player]
        if yard.pile:
            found.update(_piled(yard.places[0], yard.pile, keys))
    for captor, keys in held.items():
        found.update(_prison(place.yards[captor], keys))
    return found


def _crowd(place: Drawn, cell: int, keys: list[str]) -> dict[str, Standing]:
    """Pieces that share a cell."""
    middle = place.cells[cell]
    assert middle is not None  # nobody stands on what is no tile
    if cell in place.piles:
        return _piled(middle, place.piles[cell], keys)
    alone, shared = place.rooms[cell]
    radius, places = spread(len(keys), alone if len(keys) == 1 else shared)
    return {
        key: Standing(round(middle[0] + x, 4), round(middle[1] + y, 4), radius)
        for key, (x, y) in zip(keys, places, strict=True)
    }


def _piled(foot: tuple[float, float], pile: Pile, keys: list[str]) -> dict[str, Standing]:
    """Pieces that pile up, those of lower numbers at the foot."""
    radius, places = in_column(foot, pile, len(keys))
    return {key: Standing(x, y, radius) for key, (x, y) in zip(keys, places, strict=True)}


def _prison(yard: Yard, keys: list[str]) -> dict[str, Standing]:
    """Prisoners in a row along the lower side of a yard; outside, if pieces stand there."""
    count = len(keys)
    pitch = min(2.3 * _CAPTIVE, (yard.width - 2 * _CAPTIVE) / count)
    radius = round(min(_CAPTIVE, 0.46 * pitch), 4)
    below = yard.top + yard.height
    row = below - _BESIDE - 1.3 * radius
    across = [yard.middle[0] + (index - (count - 1) / 2) * pitch for index in range(count)]
    near = min(hypot(x - a, row - b) for x in across for a, b in yard.places)
    if near < radius + yard.radius:
        row = below + 1.2 * radius
    return {
        key: Standing(round(x, 4), round(row, 4), radius)
        for key, x in zip(keys, across, strict=True)
    }
