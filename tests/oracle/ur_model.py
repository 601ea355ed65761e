"""A slow, literal reference model of the Royal Game of Ur, to check its three files against.

Squares are numbered row by row, three to a row, so a square's mirror image is in the same row. A
place is a number of steps: 0 in the yard, n on the n-th square of the own way, and one more than
the way has squares when the piece is home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

Dice = Callable[[], int]
Places = tuple[int, ...]

YARD = 0
ROSETTES = (0, 2, 10, 18, 20)
SHORT = (9, 6, 3, 0, 1, 4, 7, 10, 13, 16, 19, 22, 21, 18)
LONG = (9, 6, 3, 0, 1, 4, 7, 10, 13, 16, 19, 20, 23, 22, 21, 18)
FOUR_DICE = ((1, 4), (2, 6), (3, 4), (4, 1), (0, 1))
THREE_DICE = ((1, 3), (2, 3), (3, 1), (4, 1))


class Variant(NamedTuple):
    """One of the games: light's way, the throws, and what earns or protects."""

    name: str
    pieces: int
    way: tuple[int, ...]
    throws: tuple[tuple[int, int], ...]  # steps and weight, in the order of the file's outcomes
    safe: bool = False  # whether no piece lands on an enemy on a rosette
    capture_earns: bool = False  # whether a capture grants another roll

    @property
    def home(self) -> int:
        """Return the steps of a piece that is home."""
        return len(self.way) + 1

    def square(self, seat: int, steps: int) -> int:
        """Return the square so many steps along a seat's way; dark's way mirrors light's."""
        square = self.way[steps - 1]
        return square if seat == 0 else 3 * (square // 3) + 2 - square % 3

    def on_board(self, steps: int) -> bool:
        """Return whether a piece is on a square."""
        return YARD < steps < self.home


FINKEL = Variant("ur_finkel", 7, SHORT, FOUR_DICE, safe=True)
BLITZ = Variant("ur_blitz", 5, LONG, FOUR_DICE, capture_earns=True)
MASTERS = Variant("ur_masters", 7, LONG, THREE_DICE)
VARIANTS = (FINKEL, BLITZ, MASTERS)


class Move(NamedTuple):
    """A move of one piece: both sides afterwards, and whether the same player rolls again."""

    piece: int
    mine: Places
    theirs: Places
    again: bool


def moves(variant: Variant, seat: int, mine: Places, theirs: Places, roll: int) -> Iterator[Move]:
    """Return every move of a seat with a roll; of pieces on one place, the first moves for all."""
    for piece, start in enumerate(mine):
        end = start + roll
        if roll == 0 or start == variant.home or end > variant.home:
            continue
        if mine.index(start) != piece or (end in mine and end != variant.home):
            continue
        after = (*mine[:piece], end, *mine[piece + 1 :])
        if end == variant.home:
            yield Move(piece, after, theirs, again=False)
            continue
        square = variant.square(seat, end)
        victim = at_square(variant, 1 - seat, theirs, square)
        if victim >= 0 and variant.safe and square in ROSETTES:
            continue
        others = tuple(YARD if index == victim else n for index, n in enumerate(theirs))
        earned = square in ROSETTES or (victim >= 0 and variant.capture_earns)
        yield Move(piece, after, others, earned)


def at_square(variant: Variant, seat: int, places: Places, square: int) -> int:
    """Return the piece of a seat that is on a square, or -1."""
    for piece, steps in enumerate(places):
        if variant.on_board(steps) and variant.square(seat, steps) == square:
            return piece
    return -1


class UrModel:
    """One game, with positions in the format of the library."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.rows: list[Places] = []
        self.turn = 0
        self.roll = 0
        self.over = False
        self.rewards = [0.0, 0.0]
        self.dice: Dice = lambda: 1

    def start(self, dice: Dice) -> None:
        """Put all pieces in the yards; light throws."""
        yard = (YARD,) * self.variant.pieces
        self._begin([yard, yard], 0, dice)

    def load(self, text: str, dice: Dice) -> None:
        """Load a position with turn= and without dice."""
        words = dict(word.split("=") for word in text.split())
        rows = [self._row(seat, words[f"p{seat}"].split(",")) for seat in (0, 1)]
        self._begin(rows, int(words["turn"]), dice)

    def facts(self) -> dict[str, str]:
        """Return the words of the position."""
        rows = {
            f"p{seat}": ",".join(self._word(seat, steps) for steps in row)
            for seat, row in enumerate(self.rows)
        }
        return {**rows, "turn": str(self.turn), "dice": str(self.roll)}

    def legal(self) -> list[int]:
        """Return the pieces that can move; if none can, a pass."""
        return [move.piece for move in self._moves()] or [self.variant.pieces]

    def play(self, action: int, dice: Dice) -> None:
        """Carry out a legal action, and throw for the next turn."""
        found = [move for move in self._moves() if move.piece == action]
        again = False
        for move in found:
            self.rows[self.turn], self.rows[1 - self.turn] = move.mine, move.theirs
            again = move.again
        if all(steps == self.variant.home for steps in self.rows[self.turn]):
            self.over = True
            self.rewards = [1.0 if seat == self.turn else -1.0 for seat in (0, 1)]
            return
        if not again:
            self.turn = 1 - self.turn
        self._throw(dice)

    # Internal helpers

    def _begin(self, rows: list[Places], turn: int, dice: Dice) -> None:
        self.rows, self.turn = rows, turn
        self.over, self.rewards = False, [0.0, 0.0]
        self._throw(dice)

    def _throw(self, dice: Dice) -> None:
        """Set the dice; they are the numbers of outcomes, from 1."""
        self.roll = self.variant.throws[dice() - 1][0]

    def _moves(self) -> list[Move]:
        mine, theirs = self.rows[self.turn], self.rows[1 - self.turn]
        return list(moves(self.variant, self.turn, mine, theirs, self.roll))

    def _word(self, seat: int, steps: int) -> str:
        """Return a place as position texts have it: the square, `y` in the yard, `f` at home."""
        if self.variant.on_board(steps):
            return str(self.variant.square(seat, steps))
        return "y" if steps == YARD else "f"

    def _row(self, seat: int, words: list[str]) -> Places:
        places = range(self.variant.home + 1)
        known = {self._word(seat, steps): steps for steps in places}
        return tuple(known[word] for word in words)
