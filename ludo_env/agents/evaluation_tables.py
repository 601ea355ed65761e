"""Tables for the evaluation of races: steps home, and the reach of a throw from each place."""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._families.track.tables import AROUND, HOMEWARD, NOWHERE, Tables

# A throw is enumerated up to this many dice; more would hardly change the reach of pieces.
MOST_DICE = 3
HIGHEST_FACE = 13  # if chance is a hand of cards

Numbers = npt.NDArray[np.float64]


class Reach(NamedTuple):
    """The probabilities that one throw takes a piece from a place to another.

    Rows are those of `row_of(shut, colour, place + 1)`; on a ring all colours share them.
    """

    table: Numbers  # [row, place]
    kinds: int  # 1, or the number of colours
    places: int


def reach_size(board: Tables) -> int:
    """Return how many numbers the table of `reach_of` has."""
    return 2 * _kinds(board) * (board.finish + 2) * (board.finish + 1)


def steps_home(board: Tables, colour: int) -> list[int]:
    """Return the number of steps from each place to home; 0 if no way leads there."""
    before: dict[int, list[int]] = {}
    for place in range(board.finish):
        for after in _onward(board, HOMEWARD, colour, place):
            before.setdefault(after, []).append(place)
    left = {board.finish: 0}
    waiting = deque([board.finish])
    while waiting:
        here = waiting.popleft()
        for place in before.get(here, ()):
            if place not in left:
                left[place] = left[here] + 1
                waiting.append(place)
    return [left.get(place, left.get(0, 1)) for place in range(board.finish + 1)]


def reach_of(board: Tables, facts: Any) -> Reach:
    """Return where one throw takes a piece, with its gate open (first) or shut."""
    kinds, places = _kinds(board), board.finish + 2
    found = np.zeros((2, kinds, places, board.finish + 1))
    throws, enters = _throws(facts)
    for kind in range(kinds):
        for shut, way in enumerate((HOMEWARD, AROUND)):
            for place in range(board.finish):
                _spread(board, way, kind, place, throws, found[shut, kind, place + 1])
            found[shut, kind, 0] = enters * found[shut, kind, 1]
            found[shut, kind, 0, 0] = enters
    return Reach(found.reshape(-1, board.finish + 1), kinds, places)


def _kinds(board: Tables) -> int:
    """Return the number of sets of rows: one on a ring, which all colours share, else one each."""
    return board.players if board.width else 1


def _spread(
    board: Tables, way: int, colour: int, start: int, throws: dict[int, float], row: Numbers
) -> None:
    """Write the probability of each place after one throw from a place."""
    places = {start}
    for steps in range(1, max(throws) + 1):
        places = {after for here in places for after in _onward(board, way, colour, here)}
        for after in places:
            row[after] = max(row[after], throws.get(steps, 0.0))


def _onward(board: Tables, way: int, colour: int, place: int) -> list[int]:
    """Return the places one step further; doors count as open."""
    if board.width:
        row = board.onward[colour]
        found = [row[place * board.width + at] for at in range(board.forks[colour, place])]
    else:
        found = [board.path[way, place]]
    return [int(after) for after in found if after != NOWHERE]


def _throws(facts: Any) -> tuple[dict[int, float], float]:
    """Return the probabilities that a throw moves a piece a number of steps, or out of the yard."""
    faces = facts.faces or tuple(range(1, HIGHEST_FACE + 1))
    dice = min(facts.dice or 1, MOST_DICE)
    found: dict[int, float] = {}
    enters = 0.0
    throws = list(product(faces, repeat=dice))
    for throw in throws:
        sums = {0}
        for face in throw:
            sums |= {steps + face for steps in sums}
        for steps in sums - {0}:
            found[steps] = found.get(steps, 0.0) + 1 / len(throws)
        enters += (max(faces) in throw) / len(throws)
    if dice == 1 and facts.earns:
        # The highest number is usually thrown again.
        for face in faces:
            far = face + max(faces)
            found[far] = found.get(far, 0.0) + 1 / len(faces) ** 2
    return found, enters
