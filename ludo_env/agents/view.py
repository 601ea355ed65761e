"""What an agent is shown when it is to act, and what it has to be able to do.

An agent keeps nothing of a game between two calls: all that it needs is in the view, chance too. So
one agent can play many games at once, and a game comes out the same wherever it is played.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from ludo_env.core.game import Game
from ludo_env.core.laws import NO_OPINION
from ludo_env.core.record_check import checked
from ludo_env.core.state import Record
from ludo_env.track.numbers import numbers_of
from ludo_env.track.tables import RANSOM, YARD


class Agent(Protocol):
    """What chooses actions; it may also have `act_batch` and `prepare`, see `arena`."""

    name: str

    def act(self, view: View) -> int:
        """One of the legal actions of the view."""


class Move(NamedTuple):
    """What a legal action does in a race; piece -1 if it moves none (a special exit, a pass)."""

    action: int
    colour: int  # whose piece
    piece: int  # its number in its colour
    start: int  # progress before, -1 for the yard
    end: int  # progress after everything that the move brings about
    captures: tuple[tuple[int, int], ...]  # of each captured piece: its player, and the cell


class View:
    """A decision: the game, its state, whose turn it is, what is legal, and a source of chance."""

    def __init__(
        self,
        game: Game,
        record: Record,
        random: np.random.Generator,
        actions: list[int] | None = None,
    ) -> None:
        checked(game, record)
        self._fill(game, record, random, actions)

    @classmethod
    def of_running(
        cls, game: Game, record: Record, random: np.random.Generator, actions: list[int]
    ) -> View:
        """Return the view of a game that the library itself plays: its state needs no check."""
        view = cls.__new__(cls)
        view._fill(game, record, random, actions)
        return view

    def _fill(
        self, game: Game, record: Record, random: np.random.Generator, actions: list[int] | None
    ) -> None:
        self.game = game
        # What an agent is shown it cannot change: the library goes on from it.
        self._record: Record = np.frombuffer(record.tobytes(), record.dtype)
        self.random = random
        if actions is not None:
            self.__dict__["actions"] = actions

    @property
    def record(self) -> Record:
        """The state, read-only; `record.copy()` can be changed."""
        return self._record

    @property
    def seat(self) -> int:
        """Which player is to act."""
        return int(self.record["seat"][0])

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions, in ascending order."""
        mask, notes, choices = self.game.scratch()
        state = self.game.layout.unpack(self.record)
        count = self.game.plain.machine.find(state, mask, notes, choices)
        return sorted(int(action) for action in choices[:count])

    @property
    def position(self) -> str:
        """The state as text."""
        return self.game.position(self.record)

    def describe(self, action: int) -> str:
        """What an action does, in words."""
        return self.game.describe(self.record, action)

    @cached_property
    def moves(self) -> list[Move]:
        """What each legal action of a race does: tried on a copy, so it is what the game does."""
        game = self.game
        mask, notes, choices = game.scratch()
        state = game.layout.unpack(self.record)
        count = game.plain.machine.find(state, mask, notes, choices)
        actions = sorted(int(action) for action in choices[:count])
        return [self._move(action, notes, state.colour) for action in actions]

    def _move(self, action: int, notes: Any, mover: int) -> Move:
        game = self.game
        pieces = game.spec.board.pieces
        numbers = numbers_of(game.plain.tables, game.facts)
        state = game.layout.unpack(self.record)
        state.colour = mover
        before = list(state.progress)
        colour, piece, start, end = mover, NO_OPINION, YARD, YARD
        if action < numbers.moves:
            index, _, _ = numbers.parts(action)
            colour = (mover + index // pieces) % game.players
            piece = index % pieces
            start = before[colour * pieces + piece]
        game.plain.machine.play(state, notes, action)
        if piece != NO_OPINION:
            end = YARD if notes[action] == RANSOM else int(state.progress[colour * pieces + piece])
        cell = game.plain.tables.cell
        captures = tuple(
            (number // pieces, int(cell[number // pieces, place]))
            for number, place in enumerate(before)
            if number // pieces != colour and place > YARD and state.progress[number] <= YARD
        )
        return Move(action, colour, piece, start, end, captures)
