"""The trial of a race before it is played: errors that only playing can show.

Everything is tried in plain Python, from positions that matter: every colour can leave its yard and
come home, pieces at home stay there, and every rule keeps to its fields.

The work is counted, and a trial that has used its share stops: what it has not reached by then is
assumed to be valid, as in any game that is too large to be tried completely.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from ludo_env._engine.composition.phases import flags_in, setting, whose_time
from ludo_env._engine.errors import SpecError
from ludo_env._engine.family import DECIDE, OVER, STOPPED, Machine
from ludo_env._engine.rule import Hook
from ludo_env._engine.state import Plain
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.facts import RaceFacts, facts_of_rule
from ludo_env._families.track.owners import owning
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.tables import YARD
from ludo_env._families.track.trial_throws import all_throws, few_throws, outcomes_of

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# Positions to play from, and decisions in each.
_POSITIONS, _DECISIONS = 12, 12
# The most steps that one decision may walk, over all numbers that it tries.
_MOST_STEPS = 1_000_000
# The share of work of each colour, in each part of the trial. Work is counted in numbers of the
# state that are written, and in steps and chance events that may be needed.
_SHARE = 1_500_000
_ROLL = 20  # a chance event, in numbers of the state
# A throw does not count if more chance events than this bring no decision.
_PATIENCE = 500
# The phases with which a game begins; up to this many are tried in every combination.
_START, _MOST_PHASES = -1, 3


def complaints(game: Game) -> list[str]:
    """Return what is wrong with a game that can be built, one sentence each."""
    if game.facts.may_not_end and not game.facts.limited:
        return ["rules: this game need not end; add turn_limit (rule 20: it may be endless)."]
    trial = Trial(game)
    if trial.walk > _MOST_STEPS:
        steps = f"{trial.walk} steps together; at most {_MOST_STEPS} can be."
        return [f"rules: a decision may try moves of {steps}"]
    wrong = [*trial.exits(), *trial.arrivals()]
    return wrong or trial.play()


def stretch(game: Game, machine: Machine, seed: int) -> int:
    """Play a little from a position in which pieces meet; return the number of decisions."""
    trial = Trial(game, machine, seed)
    with suppress(_Enough):
        wrong = trial.stretch(trial.meeting(), equal=0.4)
        if wrong:
            raise SpecError(wrong)
    return trial.decisions


class _Enough(Exception):  # noqa: N818  (it says that the work is done, not that it failed)
    """The share of work is used up."""


class Trial:
    """The trial of one game."""

    def __init__(self, game: Game, machine: Machine | None = None, seed: int = 0) -> None:
        self.game = game
        self.board: RaceBoard = game.spec.board
        # Only a machine with a listener refuses an answer of None.
        self.machine = machine or game.listened(_nothing)
        self.decisions = 0
        self.numbers = numbers_of(game.plain.tables, game.facts)
        self.place = placing(game.plain.tables)
        self.owner_of = owning(game.plain.tables)
        self.mask, self.notes, self.choices = game.scratch()
        self.random = random.Random(seed)
        self.share = _SHARE
        self.walk = self.numbers.moves * game.facts.longest
        self._size = sum(game.layout.size(name) for name in game.layout.fields)

    def exits(self) -> list[str]:
        """Return a complaint for each colour that no throw brings out of the yard."""
        return [
            f"rules: no throw brings a piece of seat {self.board.seats[player]} out of its yard "
            "(rule 25: there is a way to leave the Start)."
            for player in range(self.board.players)
            if not self._leaves(player)
        ]

    def arrivals(self) -> list[str]:
        """Return a complaint for each colour whose lone piece cannot come home by any throws.

        This is tried with the other pieces of its colour in the yard, and with them at home.
        """
        return [
            f"rules: a piece of seat {self.board.seats[player]} can never come home "
            "(rule 27: every Finish can be reached)."
            for player in range(self.board.players)
            if not self._arrives(player, YARD) and not self._arrives(player, self.board.finish)
        ]

    def play(self) -> list[str]:
        """Return what goes wrong from some positions, the start and crowded ones."""
        self.share = _SHARE
        with suppress(_Enough):
            for number in range(_POSITIONS):
                wrong = self.stretch(self._position(crowded=number > 0))
                if wrong:
                    return [f"rules: {wrong}"]
        return []

    def _leaves(self, player: int) -> bool:
        """Return whether a colour can leave its yard, as far as has been seen."""
        self.share = _SHARE // self.board.players
        try:
            return any(
                self._moves(player, YARD, throw, YARD, phases)
                for phases in self._phases
                for throw in all_throws(self._mechanism(phases))
            )
        except _Enough:
            return True

    def _arrives(self, player: int, others: int) -> bool:
        """Return whether a lone piece, with the others in this place, comes home, as far as tried.

        Flags that open a way are assumed to be set; phases may begin and end. The furthest places
        are tried first.
        """
        self.share = _SHARE // self.board.players
        reached = {YARD}
        waiting = [-YARD]
        try:
            while waiting and self.board.finish not in reached:
                here = -heappop(waiting)
                for phases in self._phases:
                    for throw in few_throws(self._mechanism(phases)):
                        for there in self._moves(player, here, throw, others, phases):
                            if there > YARD and there not in reached:
                                reached.add(there)
                                heappush(waiting, -there)
        except _Enough:
            return True
        return self.board.finish in reached

    def _moves(
        self, player: int, here: int, throw: Iterator[int], others: int, phases: int
    ) -> list[int]:
        """Return where the first piece of a colour, alone on the board, can go with a throw."""
        s = self._new(phases)
        self._clear(s, player, others)
        self._work(self.walk // self.board.counts[player])
        first = player * self.board.pieces
        self._open(s, True)
        self.place(s, player, first, here)
        self.machine.start_turn(s, player)
        if not self._settle(s, throw):
            return []
        count = self.machine.find(s, self.mask, self.notes, self.choices)
        if count and s.phase == DECIDE and not s.played and self._is_extra(self.choices[0]):
            # An action that is offered before anything can be moved may be a throw.
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
        """Return whether an action moves no piece by the dice, and is not a pass."""
        return self.numbers.moves <= action < self.numbers.actions - 1

    def stretch(self, s: Plain, equal: float = 0.0) -> str:
        """Play on from a position; return what went wrong, or "".

        `equal` is the share of throws whose dice are made equal; others can be equal by chance.
        """
        record = self.game.layout.new()
        for _ in range(_DECISIONS):
            alike = equal > 0 and self.random.random() < equal
            equals = outcomes_of(self._mechanism(_START)) if alike else []
            throw = [self.random.choice(equals)] * self.game.facts.dice if alike else []
            if not self._settle(s, iter(throw)):
                return ""
            self._work(self.walk)
            count = self.machine.find(s, self.mask, self.notes, self.choices)
            if s.phase != DECIDE:
                continue
            home = self._home(s)
            self.decisions += 1
            self.machine.play(s, self.notes, self.random.choice(self.choices[:count]))
            self.game.layout.pack(s, record)
            if not home <= self._home(s):
                return "a piece that was home has left it (rule 35: what is home stays there)."
            wrong = self.game.audit(record)
            if wrong:
                return f"{wrong}."
        return ""

    def _home(self, s: Plain) -> set[tuple[int, int]]:
        """Return the pieces at home, each with its owner."""
        at_home = [piece for piece, at in enumerate(s.progress) if at == self.board.finish]
        return {(piece, self.owner_of(s, piece)) for piece in at_home}

    def _position(self, *, crowded: bool) -> Plain:
        """Return the start, or a position with pieces anywhere on their ways; nobody has won."""
        s = self._new(self.random.choice(self._phases) if crowded and self._flags else _START)
        for player, count in enumerate(self.board.counts if crowded else ()):
            around = [*self.board.places(player, laps=False).values(), YARD]
            for index in range(count):
                # Not all of them at home: nobody has won yet.
                home = index > 0 and self.random.random() < 0.3
                place = self.board.finish if home else self.random.choice(around)
                self.place(s, player, player * self.board.pieces + index, place)
        self.machine.start_turn(s, self.random.randrange(self.board.players))
        return s

    def meeting(self) -> Plain:
        """Place pieces close together, around a few shared cells; many may be home."""
        draw, cell_of = self.random, self.game.plain.tables.cell
        s = self._new(draw.choice(self._phases) if self._flags else _START)
        self._open(s, draw.random() < 0.5)
        colour = draw.randrange(self.board.players)
        reached = list(self.board.places(colour, laps=False).values())
        first = draw.choice((0, draw.choice(reached), max(reached) - draw.randrange(12)))
        near = range(first, first + draw.choice((1, 3, 9)))
        shared = {cell_of[colour, place] for place in near if place in reached}
        home = draw.choice((0.0, 0.3, 0.9))
        for player, count in enumerate(self.board.counts):
            places = list(self.board.places(player, laps=False).values())
            close = [place for place in places if cell_of[player, place] in shared] or places
            # Others meet on the colour's entry before it has left the yard.
            leaving = player == colour and first == 0
            kinds = ([YARD], [YARD], places) if leaving else (close, close, close, places, [YARD])
            for index in range(count):
                place = draw.choice(draw.choice(kinds))
                if index > 0 and draw.random() < home:
                    place = self.board.finish
                self.place(s, player, player * self.board.pieces + index, place)
        other = draw.randrange(self.board.players)
        self.machine.start_turn(s, draw.choice((colour, colour, other)))
        return s

    def _open(self, s: Plain, opened: bool) -> None:
        """Set or clear the flags that open a way."""
        for field in self.game.layout.fields.values():
            if field.opens:
                setattr(s, field.name, [int(opened)] * len(getattr(s, field.name)))

    def _new(self, phases: int) -> Plain:
        """Return the start, in these phases."""
        self._work(self._size)
        s = self.game.layout.unpack(self.game.layout.new())
        self.machine.begin(s)
        s.opening = 0
        if phases != _START:
            self._change(s, phases)
        return s

    def _clear(self, s: Plain, player: int, others: int) -> None:
        """Take all pieces off the board; put those of one player at a given place."""
        for colour, count in enumerate(self.board.counts):
            for index in range(count):
                there = others if colour == player else YARD
                self.place(s, colour, colour * self.board.pieces + index, there)

    def _settle(self, s: Plain, throw: Iterator[int]) -> bool:
        """Resolve chance by `throw`, then at random; return whether a player is to decide."""
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
        """Count work; raise at the end of the share."""
        self.share -= amount
        if self.share < 0:
            raise _Enough

    def _mechanism(self, phases: int) -> RaceFacts:
        """Return the facts of the mechanism that throws in these phases."""
        facts: RaceFacts = self.game.facts
        if not facts.turns:
            return facts
        return facts_of_rule(facts.turns[self._which(self._new(phases))])

    @cached_property
    def _which(self) -> Hook:
        return whose_time(self.game.facts.turns)

    @cached_property
    def _change(self) -> Hook:
        return setting(self._flags)

    @cached_property
    def _flags(self) -> list[str]:
        return flags_in(list(self.game.layout.fields))

    @cached_property
    def _phases(self) -> list[int]:
        """Return the sets of phases to try, as binary digits; not all, if there are many phases."""
        many = len(self._flags)
        if many <= _MOST_PHASES:
            return list(range(2**many)) if many else [_START]
        return [_START, 0, *(1 << at for at in range(many)), 2**many - 1]


def _nothing(*_: Any) -> None:
    """Ignore an answer."""
