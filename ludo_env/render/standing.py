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
from ludo_env.track.owners import owning
from ludo_env.track.tables import YARD

_CAPTIVE = 0.27  # the radius of a prisoner, where there is room
_PACKED = 0.8  # of a yard, where more pieces stand in it than it has places
_BESIDE = 0.35  # from the side of a yard to the row of prisoners in it


class Standing(NamedTuple):
    """Where a piece is drawn, and whose it is."""

    x: float
    y: float
    radius: float
    owner: int = 0


def pieces_of(game: Game, s: Plain) -> list[list[int]]:
    """Of each player the pieces that are theirs, by their numbers over all colours."""
    board: RaceBoard = game.spec.board
    owner_of = owning(game.plain.tables)
    owned: list[list[int]] = [[] for _ in range(board.players)]
    for player, count in enumerate(board.counts):
        for piece in range(player * board.pieces, player * board.pieces + count):
            owned[owner_of(s, piece)].append(piece)
    return owned


def standings(game: Game, s: Plain, marks: tuple[Mark, ...]) -> dict[str, Standing]:
    """Of each piece by its key; those on the same place share it."""
    board: RaceBoard = game.spec.board
    place = drawn(board)
    captors = {mark.at: mark.of for mark in marks if mark.kind == CAPTIVE}
    found: dict[str, Standing] = {}
    crowds: dict[int, list[str]] = {}
    held: dict[int, list[str]] = {}
    waiting: dict[int, list[str]] = {}
    owners: dict[str, int] = {}
    for owner, pieces in enumerate(pieces_of(game, s)):
        for piece in pieces:
            player, index = divmod(piece, board.pieces)
            key, progress = f"piece {player} {index}", s.progress[piece]
            owners[key] = owner
            if piece in captors:
                held.setdefault(captors[piece], []).append(key)
            elif progress == YARD:
                waiting.setdefault(owner, []).append(key)
            else:
                crowds.setdefault(int(game.plain.tables.cell[owner, progress]), []).append(key)
    for owner, keys in waiting.items():
        found.update(_waiting(place.yards[owner], owner, keys))
    for cell, keys in crowds.items():
        found.update(_crowd(place, cell, keys))
    for captor, keys in held.items():
        found.update(_prison(place.yards[captor], keys))
    return {key: at._replace(owner=owners[key]) for key, at in found.items()}


def yard_places(owner: int, keys: list[str], count: int) -> dict[str, int]:
    """The place of each piece in a yard of so many: its own, or for others' the first free one.

    Those for whom there is none left get numbers from `count` on.
    """
    taken: dict[str, int] = {}
    for key in keys:
        _, player, index = key.split()
        if int(player) == owner:
            taken[key] = int(index)
    free = iter([place for place in range(count) if place not in taken.values()])
    beyond = iter(range(count, count + len(keys)))
    for key in keys:
        if key not in taken:
            taken[key] = next(free, -1)
            if taken[key] < 0:
                taken[key] = next(beyond)
    return taken


def _waiting(yard: Yard, owner: int, keys: list[str]) -> dict[str, Standing]:
    """Pieces in a yard: in its column, or on its places if they are enough; else close together."""
    if yard.pile:
        return _piled(yard.places[0], yard.pile, keys)
    places = yard_places(owner, keys, len(yard.places))
    if max(places.values()) < len(yard.places):
        return {key: Standing(*yard.places[place], yard.radius) for key, place in places.items()}
    radius, around = spread(len(keys), _PACKED * min(yard.width, yard.height))
    x, y = yard.middle
    ordered = sorted(keys, key=places.__getitem__)
    return {
        key: Standing(round(x + a, 4), round(y + b, 4), min(yard.radius, radius))
        for key, (a, b) in zip(ordered, around, strict=True)
    }


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
