"""A slow, literal reference model of backgammon, to check the file `backgammon` against.

Which moves are legal is worked out by playing every order of the dice to its end. The numbers are
those of the clauses in docs/rules/backgammon.md.
"""

from __future__ import annotations

from collections.abc import Callable

Dice = Callable[[], int]

CHECKERS = 15
BAR, OFF = "y", "f"
START = ({24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})  # clause 2
PASS = 2 * CHECKERS

Checker = int | str  # a point, the bar, or off
Row = tuple[Checker, ...]


class BackgammonModel:
    """One game. `rows` has the checkers of each seat in the order of their numbers."""

    def __init__(self) -> None:
        self.rows: list[list[Checker]] = [[], []]
        self.turn = 0
        self.slots: list[int] = []  # the dice in the order in which they fell; 0 is a spent one
        self.repeats = 0  # moves of a double beyond one for each die
        self.over = False
        self.rewards = [0.0, 0.0]
        self.dice: Dice = lambda: 1

    def start(self, dice: Dice) -> None:
        """Clauses 2 and 3: the start, and one die each until they differ; both are played."""
        self.rows = [[p for p, n in start.items() for _ in range(n)] for start in START]
        self._new()
        first = second = 0
        while first == second:
            first, second = dice(), dice()
        self.turn = 0 if first > second else 1
        self._throw(max(first, second), min(first, second))

    def load(self, text: str, dice: Dice) -> None:
        """Load a position with turn= and without dice."""
        words = dict(word.split("=") for word in text.split())
        self.rows = [
            [word if word in (BAR, OFF) else int(word) for word in words[key].split(",")]
            for key in ("p0", "p1")
        ]
        self._new()
        self.turn = int(words["turn"])
        self._throw(dice(), dice())

    def facts(self) -> dict[str, str]:
        """Return the words of the position."""
        dice = [str(die or "-") for die in self.slots]
        return {
            **{f"p{seat}": ",".join(map(str, row)) for seat, row in enumerate(self.rows)},
            "turn": str(self.turn),
            "dice": ",".join([dice[0]] * self.repeats + dice),
        }

    def legal(self) -> list[int]:
        """Clauses 4 to 10: use times 15 and the number of the checker; or nothing but a pass."""
        row, left = tuple(self.rows[self.turn]), self._left()
        most = self._most(row, left)
        found = []
        for use, die in enumerate(self.slots):
            if die == 0 or die in self.slots[:use]:
                continue
            after = list(left)
            after.remove(die)
            for number in self._movable(row, die):
                moved = self._moved(row, number, die)
                if 1 + self._most(moved, tuple(after)) == most:
                    found.append((die, CHECKERS * use + number))
        if most == 1 and found:  # clause 9: either die, but not both: the larger
            largest = max(die for die, _ in found)
            found = [(die, action) for die, action in found if die == largest]
        return [action for _, action in found] or [PASS]

    def play(self, action: int, dice: Dice) -> None:
        """Carry out a legal action, and throw for the next player."""
        if action != PASS:
            use, number = divmod(action, CHECKERS)
            die = self.slots[use]
            row = self._moved(tuple(self.rows[self.turn]), number, die)
            self.rows[self.turn] = list(row)
            other = self.rows[1 - self.turn]
            if row[number] != OFF and row[number] in other:  # clause 6: hit
                other[other.index(row[number])] = BAR
            self._spend(use)
            if all(checker == OFF for checker in row):  # clause 11
                self.over = True
                self.rewards = [1.0 if seat == self.turn else -1.0 for seat in (0, 1)]
                return
            if self._left() and self.legal() != [PASS]:
                return
        self.turn = 1 - self.turn
        self._throw(dice(), dice())

    # The dice

    def _new(self) -> None:
        self.over, self.rewards = False, [0.0, 0.0]

    def _throw(self, first: int, second: int) -> None:
        """Clause 4: four moves of a double."""
        self.slots = [first, second]
        self.repeats = 2 if first == second else 0

    def _spend(self, use: int) -> None:
        if self.repeats:
            self.repeats -= 1
        elif self.slots[0] == self.slots[1]:
            self.slots[1] = 0
        else:
            self.slots[use] = 0

    def _left(self) -> tuple[int, ...]:
        """Return all dice that are left to play."""
        left = [die for die in self.slots if die]
        return tuple(left + left[:1] * self.repeats)

    # The checkers of the player at turn

    def _most(self, row: Row, left: tuple[int, ...]) -> int:
        """Return the most of these dice that can be played in any order."""
        best = 0
        for die in set(left):
            after = list(left)
            after.remove(die)
            for number in self._movable(row, die):
                best = max(best, 1 + self._most(self._moved(row, number, die), tuple(after)))
                if best == len(left):
                    return best
        return best

    def _movable(self, row: Row, die: int) -> list[int]:
        """Return the lowest-numbered checker of each place, if the die can move it."""
        firsts = [number for number, place in enumerate(row) if row.index(place) == number]
        return [number for number in firsts if self._can_move(row, row[number], die)]

    def _can_move(self, row: Row, place: Checker, die: int) -> bool:
        if place == OFF:
            return False
        if BAR in row and place != BAR:  # clause 7
            return False
        there = self._far(place) - die
        if there > 0:  # clause 5
            point = there if self.turn == 0 else 25 - there
            return self.rows[1 - self.turn].count(point) < 2
        if any(self._far(other) > 6 for other in row):  # clause 8
            return False
        return there == 0 or all(self._far(other) <= self._far(place) for other in row)

    def _moved(self, row: Row, number: int, die: int) -> Row:
        there = self._far(row[number]) - die
        place = OFF if there <= 0 else there if self.turn == 0 else 25 - there
        return (*row[:number], place, *row[number + 1 :])

    def _far(self, place: Checker) -> int:
        """Return how many steps the checker is from being off."""
        if place == OFF:
            return 0
        if place == BAR:
            return 25
        return int(place) if self.turn == 0 else 25 - int(place)
