"""Striding: where the steps of a move lead, in one calculation, if rules name their squares.

On a ring the end of a way is a sum, and the squares before it are a set of bits. So a piece need
not walk: rules are asked only about the squares on its way that they have named, and not even about
those if they have named exactly the squares that they shut.

The code calculates every number first and then chooses the right one. A compiler then needs no
branches, which a processor would often predict wrongly.
"""

from __future__ import annotations

from typing import Any

from ludo_env._engine.folding import NO_OPINION, is_unanswered
from ludo_env._engine.rule import Hook
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.squares import (
    MOST_SQUARES,
    seen_from_entry,
    shut_by,
    squares_of,
)
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import HOMEWARD, NOWHERE, Tables, own_table

# Nothing stops a piece. The number is neither a place nor one of the landings without a place.
_GOES_ON = -9
# The bits of a set have different remainders modulo this prime.
_PRIME = 67


def can_stride(board: Tables, laws: Laws, facts: RaceFacts) -> bool:
    """Return whether pieces of a game need not walk."""
    named = squares_of(laws.may_pass) is not None and squares_of(laws.halts) is not None
    on_ring = board.width == 0 and board.ring <= MOST_SQUARES and not facts.backward
    # From the last square behind the gate a step leads into the lane, not home at once.
    return named and on_ring and board.ring - 1 - board.gate <= board.lane


def striding(board: Tables, laws: Laws) -> Hook:
    """Return walk(s, colour, use, branch, here, steps), for a game in which pieces can stride."""
    exact = shut_by(laws.may_pass) is not None and is_unanswered(laws.halts)
    passing, halting = squares_of(laws.may_pass), squares_of(laws.halts)
    assert passing is not None
    assert halting is not None
    way_of, pass_home, stop = ways(laws), passing_home(board, laws), _stopping(board, laws)
    finish, ahead, met, seen = board.finish, adding(board), meeting(board), seen_from_entry(board)

    def walk(s: RaceState, colour: int, use: int, branch: int, here: int, steps: int) -> Any:
        """Return where the steps lead, unless something before the last step is in the way."""
        if steps <= 0:
            return here
        way = way_of(s, colour, use)
        squares = seen(colour, passing(s, use) | halting(s, use))
        found = met(squares, way, here, steps - 1)
        if found != 0:
            if exact:
                return NOWHERE
            end = stop(s, colour, use, way, here, found)
            if end != _GOES_ON:
                return end
        there = ahead(way, here, steps)
        return pass_home(s, colour, here, there - finish) if there > finish else there

    return walk


def _stopping(board: Tables, laws: Laws) -> Hook:
    """Return stop(s, colour, use, way, here, found): where squares on the way stop a piece.

    It returns NOWHERE if the piece may not pass one of them, and _GOES_ON if nothing stops the
    piece. `found` is what `meeting` returns: a bit for each of the next squares.
    """
    cell, may_pass, halts, ahead = board.cell, laws.may_pass, laws.halts, adding(board)
    bit_of = own_table(board, [_exponents().get(rest, 0) for rest in range(_PRIME)])

    def stop(s: RaceState, colour: int, use: int, way: int, here: int, found: int) -> Any:
        left = found
        while left != 0:
            lowest = left & -left
            left ^= lowest
            place = ahead(way, here, bit_of[lowest % _PRIME] + 1)
            if not may_pass(s, colour, cell[colour, place]):
                return NOWHERE
            if halts(s, colour, use, place, cell[colour, place]):
                return place
        return _GOES_ON

    return stop


def _exponents() -> dict[int, int]:
    """Return the exponent of each power of two, by its remainder modulo `_PRIME`."""
    return {(1 << bit) % _PRIME: bit for bit in range(MOST_SQUARES)}


def ways(laws: Laws) -> Hook:
    """Return way_of(s, colour, use): the way that the rules choose."""
    which_way = laws.way

    def way_of(s: RaceState, colour: int, use: int) -> Any:
        way = which_way(s, colour, use)
        return HOMEWARD if way == NO_OPINION else way

    return way_of


def passing_home(board: Tables, laws: Laws) -> Hook:
    """Return pass_home(s, colour, here, excess): where a number past home leads, or NOWHERE."""
    may_overshoot, overshoot = laws.may_overshoot, laws.overshoot

    def pass_home(s: RaceState, colour: int, here: int, excess: int) -> Any:
        if not may_overshoot(s, colour, here, excess):
            return NOWHERE
        return overshoot(s, colour, excess)

    return pass_home


def adding(board: Tables) -> Hook:
    """Return ahead(way, here, steps): the place that many steps ahead, which may be past home."""
    gate, ring = board.gate, board.ring
    behind = ring - gate - 1

    def ahead(way: int, here: int, steps: int) -> int:
        there = here + steps
        home = there + behind if there > gate else there
        around = there % ring
        on_ring = home if way == HOMEWARD else around
        return on_ring if here < ring else there

    return ahead


def meeting(board: Tables) -> Hook:
    """Return met(squares, way, here, steps): which of the next squares are in a set.

    The squares of the set are counted from the colour's entry. No lane square is in a set.
    """
    gate, ring = board.gate, board.ring

    def met(squares: int, way: int, here: int, steps: int) -> Any:
        count = min(steps, ring)
        home = max(min(count, gate - here), 0)
        count = home if way == HOMEWARD else count
        count = count if here < ring else 0
        behind = min(here + 1, ring)
        return ((squares >> behind) | (squares << (ring - behind))) & ((1 << count) - 1)

    return met
