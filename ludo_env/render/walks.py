"""The cells on the way from one to another, for whoever shows a piece as it moves."""

from __future__ import annotations

from functools import lru_cache

from ludo_env.track.boards import RaceBoard

_LONGEST = 40  # farther apart, a piece is shown as if it jumped


@lru_cache(maxsize=8192)
def walk(board: RaceBoard, start: int, end: int) -> tuple[int, ...]:
    """The shortest way, both ends included; backwards if there is none; else just the ends."""
    for backwards in (False, True):
        found = _shortest(_neighbours(board, backwards), start, end)
        if found:
            return found
    return (start, end)


@lru_cache(maxsize=128)
def _neighbours(board: RaceBoard, backwards: bool) -> dict[int, list[int]]:
    beside: dict[int, list[int]] = {}
    for start, end in board.edges():
        here, there = (end, start) if backwards else (start, end)
        beside.setdefault(here, []).append(there)
    return beside


def _shortest(beside: dict[int, list[int]], start: int, end: int) -> tuple[int, ...]:
    """The shortest way; empty if there is none that is short enough."""
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
