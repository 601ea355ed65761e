"""The place where each piece of a race is drawn: on its cell, in its yard, or with its captor."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._engine.game import Game
from ludo_env._engine.overlay import CAPTIVE, Mark
from ludo_env._engine.state import Plain
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._render import keys
from ludo_env._render.layout.columns import in_column
from ludo_env._render.layout.places import Pile
from ludo_env._render.layout.yards import Yard
from ludo_env._render.track.board import Drawn, drawn
from ludo_env._render.track.occupants import Piece, placed, yard_places
from ludo_env._render.track.prison import prison_of
from ludo_env._render.track.shared_places import grid_of, shares, side_by_side

_PACKED = 0.8  # of a yard with more pieces than places

XY = tuple[float, float]


class Standing(NamedTuple):
    """The place where a piece is drawn, and its owner."""

    x: float
    y: float
    radius: float
    owner: int = 0
    lean: XY = (0.0, 0.0)
    pile: int = 0  # the number of pieces in its pile, if it is the uppermost of several


def standings(game: Game, s: Plain, marks: tuple[Mark, ...]) -> dict[keys.Piece, Standing]:
    """Return the place where each piece is drawn, by its key; pieces behind others come first."""
    board: RaceBoard = game.spec.board
    place = drawn(board)
    groups = placed(game, s, {mark.at: mark.of for mark in marks if mark.kind == CAPTIVE})
    found: list[tuple[XY, dict[Piece, Standing]]] = []
    for owner, pieces in groups.yards.items():
        found.append((place.yards[owner].middle, _in_yard(place.yards[owner], pieces)))
    for cell, pieces in groups.cells.items():
        middle = place.cells[cell]
        assert middle is not None  # no piece is on a cell without a tile
        found.append((middle, _on_cell(place, cell, middle, pieces)))
    for captor, pieces in groups.captors.items():
        found.append((place.yards[captor].middle, _in_prison(place.yards[captor], pieces)))
    found.sort(key=lambda group: (group[0][1], group[0][0]))
    return {
        piece.key: at._replace(owner=piece.owner)
        for _, group in found
        for piece, at in group.items()
    }


def _in_yard(yard: Yard, pieces: list[Piece]) -> dict[Piece, Standing]:
    """Return the pieces in a yard: in its column, on its places, or close together."""
    if yard.pile:
        return _piled(yard.places[0], yard.pile, pieces)
    places = yard_places(pieces)
    if max(places.values()) < len(yard.places):
        return {
            piece: Standing(*yard.places[place], yard.radius) for piece, place in places.items()
        }
    around = grid_of(len(pieces), _PACKED * min(yard.width, yard.height))
    x, y = yard.middle
    ordered = sorted(pieces, key=places.__getitem__)
    return {
        piece: Standing(round(x + at.x, 4), round(y + at.y, 4), min(yard.radius, at.radius))
        for piece, at in zip(ordered, around, strict=True)
    }


def _on_cell(place: Drawn, cell: int, middle: XY, pieces: list[Piece]) -> dict[Piece, Standing]:
    """Return the pieces of a cell, which share it."""
    if cell in place.piles:
        return _piled(middle, place.piles[cell], pieces)
    owners = tuple(piece.owner for piece in pieces)
    parts = side_by_side(len(pieces), *place.sizes[cell]) or shares(owners, *place.rooms[cell])
    found, above = {}, 0
    for piece, part in zip(pieces, parts, strict=True):
        above = above + 1 if above < part.pile else 1
        count = part.pile if above == part.pile > 1 else 0
        x, y = round(middle[0] + part.x, 4), round(middle[1] + part.y, 4)
        found[piece] = Standing(x, y, part.radius, lean=part.lean, pile=count)
    return found


def _piled(foot: XY, pile: Pile, pieces: list[Piece]) -> dict[Piece, Standing]:
    """Return the pieces of a column, those with lower numbers at the foot."""
    radius, places = in_column(foot, pile, len(pieces))
    return {piece: Standing(x, y, radius) for piece, (x, y) in zip(pieces, places, strict=True)}


def _in_prison(yard: Yard, pieces: list[Piece]) -> dict[Piece, Standing]:
    """Return the prisoners of a yard."""
    prison = prison_of(yard, len(pieces))
    return {
        piece: Standing(*at, prison.radius) for piece, at in zip(pieces, prison.places, strict=True)
    }
