"""Where each piece of a race is drawn: on its cell, in its yard, or with its captor."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from ludo_env._engine.game import Game
from ludo_env._engine.overlay import CAPTIVE, Mark
from ludo_env._engine.state import Plain
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._render import keys
from ludo_env._render.layout.columns import in_column
from ludo_env._render.layout.places import Pile
from ludo_env._render.layout.yards import Yard
from ludo_env._render.piece_shapes import spread
from ludo_env._render.track.board import Drawn, drawn
from ludo_env._render.track.occupants import Piece, placed, yard_places

_CAPTIVE = 0.27  # the radius of a prisoner, where there is room
_PACKED = 0.8  # of a yard with more pieces than places
_BESIDE = 0.35  # from the side of a yard to the row of prisoners in it


class Standing(NamedTuple):
    """Where a piece is drawn, and its owner."""

    x: float
    y: float
    radius: float
    owner: int = 0


def standings(game: Game, s: Plain, marks: tuple[Mark, ...]) -> dict[keys.Piece, Standing]:
    """Return where each piece is drawn, by its key; pieces on one cell share the space."""
    board: RaceBoard = game.spec.board
    place = drawn(board)
    groups = placed(game, s, {mark.at: mark.of for mark in marks if mark.kind == CAPTIVE})
    found: dict[Piece, Standing] = {}
    for owner, pieces in groups.yards.items():
        found.update(_in_yard(place.yards[owner], pieces))
    for cell, pieces in groups.cells.items():
        found.update(_crowd(place, cell, pieces))
    for captor, pieces in groups.captors.items():
        found.update(_prison(place.yards[captor], pieces))
    return {piece.key: at._replace(owner=piece.owner) for piece, at in found.items()}


def _in_yard(yard: Yard, pieces: list[Piece]) -> dict[Piece, Standing]:
    """Return pieces in a yard: in its column, or on its places, or close together."""
    if yard.pile:
        return _piled(yard.places[0], yard.pile, pieces)
    places = yard_places(pieces)
    if max(places.values()) < len(yard.places):
        return {
            piece: Standing(*yard.places[place], yard.radius) for piece, place in places.items()
        }
    radius, around = spread(len(pieces), _PACKED * min(yard.width, yard.height))
    x, y = yard.middle
    ordered = sorted(pieces, key=places.__getitem__)
    return {
        piece: Standing(round(x + a, 4), round(y + b, 4), min(yard.radius, radius))
        for piece, (a, b) in zip(ordered, around, strict=True)
    }


def _crowd(place: Drawn, cell: int, pieces: list[Piece]) -> dict[Piece, Standing]:
    """Return pieces that share a cell."""
    middle = place.cells[cell]
    assert middle is not None  # no piece is on a cell without a tile
    if cell in place.piles:
        return _piled(middle, place.piles[cell], pieces)
    alone, shared = place.rooms[cell]
    radius, places = spread(len(pieces), alone if len(pieces) == 1 else shared)
    return {
        piece: Standing(round(middle[0] + x, 4), round(middle[1] + y, 4), radius)
        for piece, (x, y) in zip(pieces, places, strict=True)
    }


def _piled(foot: tuple[float, float], pile: Pile, pieces: list[Piece]) -> dict[Piece, Standing]:
    """Return pieces that pile up, those of lower numbers at the foot."""
    radius, places = in_column(foot, pile, len(pieces))
    return {piece: Standing(x, y, radius) for piece, (x, y) in zip(pieces, places, strict=True)}


def _prison(yard: Yard, pieces: list[Piece]) -> dict[Piece, Standing]:
    """Return prisoners in a row along the lower side of a yard; outside, if pieces are there."""
    count = len(pieces)
    pitch = min(2.3 * _CAPTIVE, (yard.width - 2 * _CAPTIVE) / count)
    radius = round(min(_CAPTIVE, 0.46 * pitch), 4)
    below = yard.top + yard.height
    row = below - _BESIDE - 1.3 * radius
    across = [yard.middle[0] + (index - (count - 1) / 2) * pitch for index in range(count)]
    near = min(hypot(x - a, row - b) for x in across for a, b in yard.places)
    if near < radius + yard.radius:
        row = below + 1.2 * radius
    return {
        piece: Standing(round(x, 4), round(row, 4), radius)
        for piece, x in zip(pieces, across, strict=True)
    }
