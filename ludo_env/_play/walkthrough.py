"""A walk through a game in plain Python, one chance event at a time, each recorded.

Walks differ only in the source of chance: the stream of a seed, or recorded numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Protocol

from ludo_env._engine.chance import draw, stream_keys
from ludo_env._engine.errors import IllegalActionError, LudoError
from ludo_env._engine.family import DECIDE, DIE, OVER
from ludo_env._engine.game import Game
from ludo_env._engine.rule import Hook
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Plain, Record, State


class Chance(Protocol):
    """A source of outcomes for chance events."""

    def outcome(self, state: State, shows: Hook) -> int:
        """Return the outcome 0..sides-1 of the event that is pending in the state."""


class Drawn:
    """The stream `number` of a seed; the dice of `script` come first, as in `reset`."""

    def __init__(self, seed: int, number: int, script: Iterable[int] = ()) -> None:
        key0, key1 = stream_keys(seed, number)
        self._stream = Plain(dict(zip(STREAM_LAYOUT.fields, (key0, key1, 0), strict=True)))
        self._script = deque(script)

    def outcome(self, state: State, shows: Hook) -> int:
        """Return the outcome; only dice are scripted, never a toss."""
        if state.phase == DIE and self._script:
            return _outcome_of(self._script.popleft(), state, shows)
        return draw(self._stream, state.sides)


class Recorded:
    """Recorded numbers of chance, in their order."""

    def __init__(self, dice: Iterable[int]) -> None:
        self.left = deque(dice)

    def outcome(self, state: State, shows: Hook) -> int:
        """Return the outcome that shows the next number; raise an error if there is no such one."""
        if not self.left:
            raise LudoError("the dice have come to their end.")
        return _outcome_of(self.left.popleft(), state, shows)


class Walk:
    """A running game: its state, and the dice and actions so far."""

    def __init__(self, game: Game, chance: Chance, start: str = "") -> None:
        self.game = game
        self.dice: list[int] = []
        self.actions: list[int] = []
        self._chance = chance
        self._machine = game.plain.machine
        self._mask, self._notes, self._choices = game.scratch()
        self._legal: list[int] = []
        if start:
            self._begin_at(start)
        else:
            self._state = game.layout.unpack(game.layout.new())
            self._machine.begin(self._state)
        self._settle()

    @property
    def record(self) -> Record:
        """A copy of the state."""
        record = self.game.layout.new()
        self.game.layout.pack(self._state, record)
        return record

    @property
    def turn(self) -> int:
        """The player to act."""
        return int(self._state.seat)

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return bool(self._state.phase >= OVER)

    @property
    def must_pass(self) -> bool:
        """Return whether a pass is the only legal action."""
        return not self.over and self._legal == [self.game.pass_action]

    def play(self, action: int) -> None:
        """Play a legal action and resolve pending chance."""
        if self.over:
            raise IllegalActionError("the game has ended before it.")
        if action not in self._legal:
            raise IllegalActionError(f"action {action} is not legal.")
        self._machine.play(self._state, self._notes, action)
        self.actions.append(action)
        self._settle()

    def _begin_at(self, start: str) -> None:
        """Set a position; its dice are used only after the opening."""
        record, waiting = self.game.read(start)
        self._state = self.game.layout.unpack(record)
        self._find()
        if waiting:
            while self._state.opening:
                self._roll()
                self._find()
            self._state = self.game.layout.unpack(self.game.hand_dice(self.record, waiting))
            self._find()

    def _settle(self) -> None:
        """Resolve chance until a player must decide, or the game has ended."""
        self._find()
        while self._state.phase < DECIDE:
            self._roll()
            self._find()

    def _roll(self) -> None:
        shows = self._machine.shows
        outcome = self._chance.outcome(self._state, shows)
        self.dice.append(int(shows(self._state, outcome)))
        self._machine.roll(self._state, outcome)

    def _find(self) -> None:
        """Find the legal actions; repeat while a player who is to decide has none."""
        self._legal = []
        while self._state.phase == DECIDE and not self._legal:
            count = self._machine.find(self._state, self._mask, self._notes, self._choices)
            if self._state.phase == DECIDE:
                self._legal = [int(action) for action in self._choices[:count]]


def _outcome_of(number: int, state: State, shows: Hook) -> int:
    for outcome in range(state.sides):
        if shows(state, outcome) == number:
            return outcome
    raise LudoError(f"{number} cannot come up then.")
