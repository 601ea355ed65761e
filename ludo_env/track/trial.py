"""A trial of a race before anybody plays it: what only playing can show to be wrong.

Everything is tried in plain Python, from positions that matter: can every colour leave its yard,
can it come home, does what is home stay there, and does every rule keep to its fields?

The work is counted, and a trial that has done its share stops: what it has not looked at by then is
taken to be right, as it is in any game that is too large to be tried whole.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from ludo_env.core.machine import DECIDE, OVER, STOPPED
from ludo_env.core.state import Plain
from ludo_env.track.boards import RaceBoard
from ludo_env.track.numbers import numbers_of
from ludo_env.track.pieces import placing
from ludo_env.track.tables import YARD

if TYPE_CHECKING:
    from ludo_env.core.game import Game

# Throws that are tried where there are too many to try them all; positions, and decisions in each.
_THROWS, _POSITIONS, _DECISIONS = 300, 12, 12
# Steps that one decision may have to walk, over all numbers that it tries.
_MOST_STEPS = 1_000_000
# The share of each colour, in each part of the trial: numbers of the state that are written, and
# steps and chance events that may have to be asked for.
_SHARE = 1_500_000
_ROLL = 20  # a chance event, in numbers of the state
# More chance events than this before a decision are no throw.
_PATIENCE = 500


def complaints(game: Game) -> list[str]:
    """What is wrong with a game that can be built, a sentence each."""
    if game.facts.get("may_not_end") and not game.facts.get("limited"):
        return ["rules: this game need not end; add turn_limit (rule 20: it may be endless)."]
    trial = Trial(game)
    if trial.walk > _MOST_STEPS:
        steps = f"{trial.walk} steps together; at most {_MOST_STEPS} can be."
        return [f"rules: a decision may try moves of {steps}"]
    wrong = [*trial.exits(), *trial.arrivals()]
    return wrong or trial.play()


class _Enough(Exception):  # noqa: N818  (it says that the work is done, not that it failed)
    """The share of work is used up."""


class Trial:
    """One game on trial."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.board: RaceBoard = game.spec.board
        self.machine = game.listened(_nothing)  # which refuses an answer of None
        self.numbers = numbers_of(game.plain.tables, game.facts)
        self.place = placing(game.plain.tables)
        self.mask, self.notes, self.choices = game.scratch()
        self.random = random.Random(0)
        self.walk = self.numbers.moves * game.facts.get("longest", 1)
        self._left = _SHARE
        self._size = sum(game.layout.size(name) for name in game.layout.fields)

    def exits(self) -> list[str]:
        """Colours that no throw brings out of the yard."""
        return [
            f"rules: no throw brings a piece of seat {self.board.seats[player]} out of its yard "
            "(rule 25: there is a way to leave the Start)."
            for player in range(self.board.players)
            if not self._leaves(player)
        ]

    def arrivals(self) -> list[str]:
        """Colours of which a lone piece cannot come home, whatever is thrown.

        The other pieces of its colour wait in the yard; or else, they are home before it.
        """
        return [
            f"rules: a piece of seat {self.board.seats[player]} can never come home "
            "(rule 27: every Finish can be reached)."
            for player in range(self.board.players)
            if not self._arrives(player, YARD) and not self._arrives(player, self.board.finish)
        ]

    def play(self) -> list[str]:
        """What goes wrong from some positions, the start and crowded ones."""
        self._left = _SHARE
        with suppress(_Enough):
            for number in range(_POSITIONS):
                wrong = self._stretch(self._position(crowded=number > 0))
                if wrong:
                    return [f"rules: {wrong}"]
        return []

    def _leaves(self, player: int) -> bool:
        """Can a colour leave its yard, as far as has been seen?"""
        self._left = _SHARE // self.board.players
        try:
            return any(self._moves(player, YARD, throw, YARD) for throw in self._throws())
        except _Enough:
            return True

    def _arrives(self, player: int, others: int) -> bool:
        """Can a lone piece of a colour, the others there, come home, as far as has been seen?

        Flags that open a way are taken as set. What is furthest is looked at first.
        """
        self._left = _SHARE // self.board.players
        reached = {YARD}
        waiting = [-YARD]
        try:
            while waiting and self.board.finish not in reached:
                here = -heappop(waiting)
                for throw in self._few_throws():
                    for there in self._moves(player, here, throw, others):
                        if there > YARD and there not in reached:
                            reached.add(there)
                            heappush(waiting, -there)
        except _Enough:
            return True
        return self.board.finish in reached

    def _moves(self, player: int, here: int, throw: Iterator[int], others: int) -> list[int]:
        """Where the first piece of a colour, alone on the board, can go with a throw."""
        s = self._new()
        self._clear(s, player, others)
        self._work(self.walk // self.board.counts[player])
        first = player * self.board.pieces
        for field in self.game.layout.fields.values():
            if field.opens:
                setattr(s, field.name, [1] * len(getattr(s, field.name)))
        self.place(s, player, first, here)
        self.machine.start_turn(s, player)
        if not self._settle(s, throw):
            return []
        count = self.machine.find(s, self.mask, self.notes, self.choices)
        if count and s.phase == DECIDE and not s.played and self._is_extra(self.choices[0]):
            # What is offered before there is anything to move may be a throw.
            self.machine.play(s, self.notes, self.choices[0])
            if not self._settle(s, throw):
                return []
            count = self.machine.find(s, self.mask, self.notes, self.choices)
        found = []
        for action in self.choices[:count]:
            if s.phase == DECIDE and action < self.numbers.moves:
                index, _, _ = self.numbers.parts(action)
                if index == 0 and s.colour == player:
                    found.append(self.notes[action])
        return found

    def _is_extra(self, action: int) -> bool:
        """Does an action move no piece by the dice, and is no pass?"""
        return self.numbers.moves <= action < self.numbers.actions - 1

    def _stretch(self, s: Plain) -> str:
        """Plays on from a position; what went wrong, or nothing."""
        record = self.game.layout.new()
        for _ in range(_DECISIONS):
            if not self._settle(s, iter(())):
                return ""
            self._work(self.walk)
            count = self.machine.find(s, self.mask, self.notes, self.choices)
            if s.phase != DECIDE:
                continue
            home = [piece for piece, at in enumerate(s.progress) if at == self.board.finish]
            self.machine.play(s, self.notes, self.random.choice(self.choices[:count]))
            self.game.layout.pack(s, record)
            if any(s.progress[piece] != self.board.finish for piece in home):
                return "a piece that was home has left it (rule 35: what is home stays there)."
            wrong = self.game.audit(record)
            if wrong:
                return f"{wrong}."
        return ""

    def _position(self, *, crowded: bool) -> Plain:
        """The start, or pieces anywhere that a colour can walk; nobody has won."""
        s = self._new()
        for player, count in enumerate(self.board.counts if crowded else ()):
            around = [*self.board.places(player, laps=False).values(), YARD]
            for index in range(count):
                # Not all of them at home: nobody has won yet.
                home = index > 0 and self.random.random() < 0.3
                place = self.board.finish if home else self.random.choice(around)
                self.place(s, player, player * self.board.pieces + index, place)
        self.machine.start_turn(s, self.random.randrange(self.board.players))
        return s

    def _new(self) -> Plain:
        self._work(self._size)
        s = self.game.layout.unpack(self.game.layout.new())
        self.machine.begin(s)
        s.opening = 0
        return s

    def _clear(self, s: Plain, player: int, others: int) -> None:
        """Takes all pieces off the board; those of one player go where it is said."""
        for colour, count in enumerate(self.board.counts):
            for index in range(count):
                there = others if colour == player else YARD
                self.place(s, colour, colour * self.board.pieces + index, there)

    def _settle(self, s: Plain, throw: Iterator[int]) -> bool:
        """Chance comes out as told, then at random, until somebody must decide; False if never."""
        for _ in range(_PATIENCE):
            if s.phase in (DECIDE, OVER, STOPPED):
                return bool(s.phase == DECIDE)
            outcome = next(throw, -1)
            if not 0 <= outcome < s.sides:
                outcome = self.random.randrange(s.sides)
            self._work(_ROLL)
            self.machine.roll(s, outcome)
        return False

    def _work(self, amount: int) -> None:
        """Counts what is done; the share of work may end here."""
        self._left -= amount
        if self._left < 0:
            raise _Enough

    def _throws(self) -> Iterator[Iterator[int]]:
        """All throws if there are few, else many at random."""
        faces, dice = self._outcomes, self.game.facts["dice"]
        if len(faces) ** dice > _THROWS or self.game.facts.get("tickets"):
            for _ in range(_THROWS):
                yield iter(())
            return
        for number in range(len(faces) ** dice):
            yield iter([faces[number // len(faces) ** die % len(faces)] for die in range(dice)])

    def _few_throws(self) -> Iterator[Iterator[int]]:
        """Throws in which every face comes up on the first die, and on the others another."""
        faces, dice = self._outcomes, self.game.facts["dice"]
        if self.game.facts.get("tickets"):
            for _ in range(3 * len(faces)):
                yield iter(())
            return
        for number in range(len(faces)):
            yield iter([faces[(number + die) % len(faces)] for die in range(dice)])

    @cached_property
    def _outcomes(self) -> list[int]:
        """An outcome for each face of a die."""
        faces: tuple[Any, ...] = self.game.facts["faces"]
        return [faces.index(face) for face in dict.fromkeys(faces)]


def _nothing(*_: Any) -> None:
    """Of an answer that is given; nobody needs to hear it."""
