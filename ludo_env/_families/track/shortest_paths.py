"""Shortest ways from cell to cell: how a piece may have gone between two positions."""

from __future__ import annotations

from functools import lru_cache

from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.graph.board import GraphBoard

_LONGEST = 40  # at greater distances a piece is shown as jumping


@lru_cache(maxsize=8192)
def walk(
    board: RaceBoard, player: int, start: int, end: int, back: bool, shut: frozenset[str]
) -> tuple[int, ...]:
    """Return the shortest way onwards or back, both ends included; empty if there is no way.

    On a graph the ways are those of the player's colour, the doors that are shut to it left out.
    """
    return _shortest(_neighbours(board, player, shut, back), start, end)


@lru_cache(maxsize=256)
def _neighbours(
    board: RaceBoard, player: int, shut: frozenset[str], backwards: bool
) -> dict[int, list[int]]:
    beside: dict[int, list[int]] = {}
    for start, end in _steps(board, player, shut):
        here, there = (end, start) if backwards else (start, end)
        beside.setdefault(here, []).append(there)
    return beside


def _steps(board: RaceBoard, player: int, shut: frozenset[str]) -> list[tuple[int, int]]:
    if not isinstance(board, GraphBoard):
        return board.edges()
    number = {name: cell for cell, name in enumerate(board.names)}
    seat = board.seats[player]
    return [
        (number[edge.start], number[edge.end])
        for edge in board.steps
        if (not edge.seats or seat in edge.seats) and edge.door not in shut
    ]


def _shortest(beside: dict[int, list[int]], start: int, end: int) -> tuple[int, ...]:
    """Return the shortest way; empty if no way is short enough."""
    came_from = {start: start}
    reached = [start]
    for _ in range(_LONGEST):
        if end in came_from:
            break
        following = []
        for cell in reached:
            for other in beside.get(cell, ()):
                if other not in came_from:
                    came_from[other] = cell
                    following.append(other)
        reached = following
    if end not in came_from:
        return ()
    way = [end]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))
