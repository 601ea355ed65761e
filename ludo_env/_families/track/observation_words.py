"""Columns of the observations of races in words; `observe.py` says what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ludo_env._engine.feature_words import arm, in_arms, which, whole, yes
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.graph.board import GraphBoard
from ludo_env._families.track.observe import ZONES

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

_ZONES = ("yard", "ring", "lane", "finished")
_FLAT_RING, _FLAT_LANE, _FLAT_STEP = 52, 0.8, 1 / 30
_SQUARES = "squares are counted from the observer's entry"
# On a graph, the shared tiles are numbered in the order in which a colour can meet them.
_TILES = "tiles are numbered in the order of the observer's way"
_ENTRY = "counted from its own entry"
_STEPS = "steps from the own entry, 0 in the yard too"


def words(game: Game, style: str, name: str, values: Sequence[float]) -> str:
    """Return what a column says; empty for a column that the family does not write itself."""
    board: RaceBoard = game.spec.board
    if style == "flat80":
        return _flat(board, name, values)
    if name == "ring":
        counted = _TILES if isinstance(board, GraphBoard) else _SQUARES
        return f"pieces on the ring ({counted}): {_ring(game, values)}"
    if name == "progress":
        steps = board.gate + 1 + board.lane
        return f"{_STEPS}: {in_arms([whole(value * steps) for value in values], board.pieces)}"
    if name == "zone":
        zones = [
            _ZONES[which(values[at : at + ZONES])] if any(values[at : at + ZONES]) else "nobody"
            for at in range(0, len(values), ZONES)
        ]
        return f"where each piece is: {in_arms(zones, board.pieces)}"
    if name == "place":
        places = [_place(board, round(value)) for value in values]
        counted = "in the order of its own way" if isinstance(board, GraphBoard) else _ENTRY
        return f"place of each piece, {counted}: {in_arms(places, board.pieces)}"
    if name == "to_act":
        place = which(values) if style == "features" else round(values[0])
        return f"player to act: {arm(place) if place >= 0 else 'nobody'}"
    return f"a team game: {yes(values[0])}" if name == "teams" else ""


def _ring(game: Game, values: Sequence[float]) -> str:
    """The pieces on the shared squares, arm by arm."""
    ring, most = game.spec.board.ring, game.plain.tables.most
    found = []
    for at in range(0, len(values), ring):
        seen = [
            f"{whole(value * most)} on {square}"
            for square, value in enumerate(values[at : at + ring])
            if value
        ]
        found += [f"{arm(at // ring)}: {', '.join(seen)}"] if seen else []
    return "; ".join(found) or "none"


def _place(board: RaceBoard, value: int) -> str:
    """A place as position texts write it: yard, a square, h0 .. in the lane, or finished."""
    progress = value - 1
    if value <= 0:
        return "yard" if value == 0 else "nobody"
    if progress < board.ring:
        return str(progress)
    return "finished" if progress == board.finish else f"h{progress - board.ring}"


def _flat(board: RaceBoard, name: str, values: Sequence[float]) -> str:
    """The columns of flat80, in which nothing is rotated."""
    if name == "occupied":
        squares = ", ".join(str(at) for at, value in enumerate(values) if value)
        return f"squares with pieces: {squares or 'none'}"
    if name == "pieces":
        return f"pieces: {'; '.join(_colours(board, values))}"
    if name == "die":
        return f"die: {whole(values[0] * 6)}"
    if name == "to_act":
        return f"the observer is to act: {yes(values[0])}"
    if name == "mask":
        legal = ", ".join(str(at) for at, value in enumerate(values) if value)
        return f"legal actions: {legal or 'none'}"
    return "not used" if name == "unused" else ""


def _colours(board: RaceBoard, values: Sequence[float]) -> Iterator[str]:
    for player in range(board.players):
        own = values[player * board.pieces : (player + 1) * board.pieces]
        yield f"player {player}: {', '.join(map(_flat_place, own))}"


def _flat_place(value: float) -> str:
    """A place of flat80; the last square and home are the same number."""
    if not value:
        return "yard"
    if value >= 1:
        return f"finished or on {_FLAT_RING - 1}"
    square = whole(value * _FLAT_RING)
    if square.isdigit():
        return str(int(square) - 1)
    return f"h{whole((value - _FLAT_LANE) / _FLAT_STEP)}"
