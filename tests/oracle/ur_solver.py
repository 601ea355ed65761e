"""Exact win chances of the Royal Game of Ur with one or two pieces, by value iteration.

A position is seen by the player who throws next: their places, sorted, then those of the other.
Dark's way is the mirror of light's, so a position is worth the same to either.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

from oracle.ur_model import YARD, Places, Variant, moves

Position = tuple[Places, Places]
# The possible successors of a roll: the position, and whether the same player throws.
Choices = tuple[tuple[Position, bool], ...]

_SETTLED = 1e-15


def win_chance(variant: Variant) -> float:
    """Return the win chance of the player who begins, if both play optimally."""
    yard = (YARD,) * variant.pieces
    return win_chances(variant)[yard, yard]


def win_chances(variant: Variant) -> dict[Position, float]:
    """Return the win chance from every position, for the player who throws."""
    rolls = {position: _rolls(variant, position) for position in positions(variant)}
    total = sum(weight for _, weight in variant.throws)
    won = (variant.home,) * variant.pieces
    values = dict.fromkeys(rolls, 0.5)

    def worth(after: Position, again: bool) -> float:
        """Return the value of a position after a move to the player who moved."""
        if after[0] == won:
            return 1.0
        return values[after] if again else 1.0 - values[after[1], after[0]]

    change = 1.0
    while change > _SETTLED:
        change = 0.0
        for position, throws in rolls.items():
            value = sum(w * max(worth(*c) for c in choices) for w, choices in throws) / total
            change = max(change, abs(value - values[position]))
            values[position] = value
    return values


def positions(variant: Variant) -> list[Position]:
    """Return every position that neither player has won, also those that play never reaches."""
    rows = _rows(variant)[:-1]  # without the row in which all are home
    return [(mine, theirs) for mine in rows for theirs in rows if not _meet(variant, mine, theirs)]


def count_reached(variant: Variant) -> int:
    """Return the number of positions that play reaches, won ones included, listed one by one."""
    yard, won = (YARD,) * variant.pieces, (variant.home,) * variant.pieces
    reached, waiting = {(yard, yard)}, [(yard, yard)]
    while waiting:
        for _, choices in _rolls(variant, waiting.pop()):
            for after, again in choices:
                over = after[0] == won
                position = after if again or over else (after[1], after[0])
                if position not in reached:
                    reached.add(position)
                    if not over:
                        waiting.append(position)
    return len(reached)


def count_positions(variant: Variant) -> int:
    """Return the number of positions of the player who is to throw, won ones included.

    Counted by the squares that both ways share, without listing the positions. The other player
    has not won; the player who throws may have.
    """
    light = {variant.square(0, steps) for steps in range(1, variant.home)}
    dark = {variant.square(1, steps) for steps in range(1, variant.home)}
    both, alone, pieces = len(light & dark), len(light - dark), variant.pieces
    total = 0
    for shared in range(min(both, pieces) + 1):
        for other in range(min(both - shared, pieces) + 1):
            ways = comb(both, shared) * comb(both - shared, other)
            total += ways * _rest(alone, pieces - shared) * _rest(alone, pieces - other)
    return total - len(_rows(variant))


def count_unreachable_ends(variant: Variant) -> int:
    """Return how many of these won positions cannot occur: the last piece had no place to be.

    It comes home by one throw from one of its last squares, and the other player is on all of them.
    """
    longest = max(steps for steps, _ in variant.throws)
    last = {variant.square(0, variant.home - steps) for steps in range(1, longest + 1)}
    return sum(
        last <= {variant.square(1, steps) for steps in row if variant.on_board(steps)}
        for row in _rows(variant)[:-1]
    )


def _rest(alone: int, left: int) -> int:
    """Return the number of ways to put pieces on own squares, in the yard, or home."""
    return sum(comb(alone, count) * (left - count + 1) for count in range(min(alone, left) + 1))


def _rows(variant: Variant) -> list[Places]:
    """Return every way to place the pieces of one side, sorted; the last has all of them home."""
    squares = range(1, variant.home)
    found = []
    for homes in range(variant.pieces + 1):
        for on_board in range(variant.pieces - homes + 1):
            yard = (YARD,) * (variant.pieces - homes - on_board)
            home = (variant.home,) * homes
            found += [(*yard, *chosen, *home) for chosen in combinations(squares, on_board)]
    return found


def _meet(variant: Variant, mine: Places, theirs: Places) -> bool:
    """Return whether pieces of both sides are on one square."""
    squares = {variant.square(0, steps) for steps in mine if variant.on_board(steps)}
    return any(variant.on_board(n) and variant.square(1, n) in squares for n in theirs)


def _rolls(variant: Variant, position: Position) -> list[tuple[int, Choices]]:
    """Return the weight of each roll with its successors; without a move the turn passes."""
    found = []
    for roll, weight in variant.throws:
        choices: Choices = tuple(
            ((tuple(sorted(move.mine)), tuple(sorted(move.theirs))), move.again)
            for move in moves(variant, 0, *position, roll)
        )
        found.append((weight, choices or ((position, False),)))
    return found
