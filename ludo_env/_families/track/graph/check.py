"""Validation of the graph of a race, by the rules of Loose Ludo."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._families.track.graph.path_text import point_of
from ludo_env._families.track.seating import MOST_PLAYERS

if TYPE_CHECKING:
    from ludo_env._families.track.graph.board import GraphBoard

MOST_TILES = 500
# Reserved words of position texts: yard, home, prisoners.
_TAKEN = re.compile(r"y|f|x\d+")


def check_graph(board: GraphBoard) -> None:
    """Refuse a board on which some player could not play."""
    if not 1 <= board.arms <= MOST_PLAYERS or len(board.homes) != board.arms:
        raise SpecError(
            f"A board has 1 to {MOST_PLAYERS} arms (a limit of this library), each with an entry "
            f"and a home; here are {board.arms} entries and {len(board.homes)} homes."
        )
    _check_tiles(board)
    board.check_seats()
    _check_steps(board)
    _check_homes(board)
    for player in range(board.players):
        _check_arrival(board, player)


def _check_tiles(board: GraphBoard) -> None:
    if len(board.tiles) > MOST_TILES:
        raise SpecError(f"A board has at most {MOST_TILES} tiles, not {len(board.tiles)}.")
    points = [point_of(line)[0] for line in board.points]
    yards = [name for name in points if name.startswith("@")]
    known = [f"@{seat}" for seat in range(board.arms)]
    for name in yards:
        if name not in known:
            raise SpecError(f"No yard is called {quoted(name)}; {nearest(name, known)}")
    points = [name for name in points if name not in yards]
    for name in (*board.entries, *board.homes, *board.safe, *points):
        if name not in board.tiles:
            raise SpecError(f"No path leads to a tile {quoted(name)}; {nearest(name, board.tiles)}")
    taken = [name for name in board.tiles if _TAKEN.fullmatch(name)]
    if taken:
        raise SpecError(
            f"{quoted(taken[0])} has a meaning in position texts; call the tile otherwise."
        )
    if len(set(board.homes)) < board.arms:
        raise SpecError("Each arm has a home of its own (rules 11 and 12 of Loose Ludo).")


def _check_steps(board: GraphBoard) -> None:
    seen = set()
    for edge in board.steps:
        if (edge.start, edge.end, edge.seats) in seen:
            raise SpecError(f"The step from {edge.start} to {edge.end} appears twice.")
        seen.add((edge.start, edge.end, edge.seats))
        if any(seat >= board.arms for seat in edge.seats):
            raise SpecError(f"{edge.start} > {edge.end}: seats are 0..{board.arms - 1}.")


def _check_homes(board: GraphBoard) -> None:
    common = set(board.tiles).intersection(*(ways.far for ways in board.ways))
    if not common - set(board.homes):
        raise SpecError("No tile can be reached by every player (rule 22: a ring for all).")
    for player, seat in enumerate(board.seats):
        home = board.home(player)
        for other, ways in enumerate(board.ways):
            if other != player and home in ways.far:
                raise SpecError(
                    f"Seat {board.seats[other]} can come to {quoted(home)}, "
                    f"the home of seat {seat} (rule 12: only one's own pieces)."
                )
        if board.ways[player].leads(home):
            raise SpecError(
                f"A way leads on from {quoted(home)}, the home of seat {seat} (rule 35)."
            )


def _check_arrival(board: GraphBoard, player: int) -> None:
    home, ways = board.home(player), board.ways[player]
    for tile in ways.far:
        if home not in ways.ahead(tile):
            raise SpecError(
                f"From {quoted(tile)} seat {board.seats[player]} cannot come to its home "
                f"{quoted(home)} "
                "(rule 27: every Finish can be reached)."
            )
