"""Games restored from their events: the state of a room, and how an event changes it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.family import DECIDE
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._play.table import PERSON, Table
from ludo_env._render.animation.dice_roll import falls
from ludo_env._render.player_view import dice_in_words, has_hands
from ludo_env._web.clock import Clock
from ludo_env._web.event import Event, Terms

# What a room can wait for.
OVER, THROW, DECISION, PASS, AGENT = "over", "throw", "decision", "pass", "agent"


class Played:
    """A game that follows its events, which are not checked against the rules here.

    Applying the events of a game to a new one leads to the same game.
    """

    def __init__(self, terms: Terms, events: Sequence[Event] = ()) -> None:
        self.terms, self.seats = terms, terms.seats
        self.table = self._table()
        self.number = 0  # of the last event
        self.asked = 0  # the number of the event that began the present decision
        self.before: Record | None = None  # the state before the last move
        self.log: list[tuple[int, str]] = []  # the player and the words of each move
        self.next_game = ""  # the id of the rematch
        self.ended = 0.0
        self.since = terms.made  # when the present decision began
        self.analysis = True  # whether chances to win are shown while the game goes on
        self.covered = False  # whether a person has still to throw the dice, which are known here
        self.clock = Clock([0.0] * terms.spec.players)
        self.stand_in = ""  # the agent that plays the present decision because time is up
        self._last: Event | None = None  # the last move, throw, undo or start
        self._asked_before = -1  # the value of `asked` before it
        # Moments for undo take memory, so they are kept only for a person who plays alone.
        self._alone = sum(seat.is_for_person for seat in self.seats) == 1
        self._update(fell=bool(dice_in_words(self.game, self.table.record)))
        for event in events:
            self.take(event)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.game

    @property
    def record(self) -> Record:
        """The present state; callers must not change it."""
        return self._record

    @property
    def turn(self) -> int:
        """The player to act."""
        return self.table.turn

    @property
    def waits_for(self) -> str:
        """What the room waits for."""
        if self.table.over:
            return OVER
        if self.covered:
            return THROW
        if self.actions == [self.game.pass_action]:
            return PASS
        return AGENT if self.agent else DECISION

    @property
    def agent(self) -> str:
        """The agent that plays for the player to act; "" while the person does."""
        return self.stand_in or self.seats[self.turn].agent

    @property
    def has_hands(self) -> bool:
        """Return whether players hold cards that the others must not see."""
        return has_hands(self.game)

    @property
    def can_undo(self) -> bool:
        """Return whether a move can be taken back: the only person has made a decision."""
        return bool(self.table.history) and not self.next_game

    def take(self, event: Event) -> None:
        """Apply an event that is in the database."""
        if event.number != self.number + 1:
            raise LudoError(f"Event {event.number} does not follow event {self.number}.")
        self.number = event.number
        if event.kind in {"move", "throw", "undo", "start"}:
            self._goes_on(event)
        elif event.kind == "seat":
            for name, value in event.value.items():
                setattr(self.seats[event.seat], name, value)
        elif event.kind == "rematch":
            self.next_game = event.value
        elif event.kind == "analysis":
            self.analysis = event.value
        elif event.kind == "clock":
            if event.value is not None:
                self.clock.move, self.clock.game = event.value
            else:
                self.clock.start(event.at)
        elif event.kind == "time":
            self._time_is_up(event)
        else:
            raise LudoError(f"Unknown event {quoted(event.kind)}.")
        # Agents, and people who do not throw by hand, throw at once.
        self.covered = self.covered and self._throws_by_hand()

    def _goes_on(self, event: Event) -> None:
        """Apply an event that changes the position or throws the dice."""
        waited, fell = self.waits_for, False
        if waited in {DECISION, THROW}:
            self.clock.count(self.turn, event.at)
        if event.kind == "move":
            before = self.record
            self.log.append((event.seat, event.words))
            self.table.play(event.value, decision=self._alone and waited == DECISION)
            self.before = before
            fell = falls(self.game, before, self.table.record)
        elif event.kind == "undo":
            self.table.undo()
            del self.log[self.table.moves :]
            self.before = None
        elif event.kind == "start":
            self.table = self._table(event.value)
            given = int(self.game.read(event.value)[0]["phase"][0]) == DECIDE
            fell = bool(dice_in_words(self.game, self.table.record)) and not given
        if event.kind != "throw":
            self.clock.next(event.at)
            self.stand_in = ""
        self._asked_before, self._last = self.asked, event
        self.asked, self.since = event.number, event.at
        self._update(fell)
        self.ended = event.at if self.table.over else 0.0

    def _time_is_up(self, event: Event) -> None:
        """Let an agent play for a player: this decision, or the rest of the game."""
        self.clock.count(event.seat, event.at)
        scope, agent = event.value
        if scope == "move":
            self.stand_in = agent
        else:
            self.seats[event.seat].agent = agent

    def _update(self, fell: bool) -> None:
        """Read the state of the table, after a move and at the beginning."""
        self._record = self.table.record
        over = self.table.over
        mask = self.table.dealer.session.mask
        self.actions = [] if over else [int(action) for action in np.flatnonzero(mask)]
        self.covered = fell and not over and self._throws_by_hand()

    def _throws_by_hand(self) -> bool:
        return self.seats[self.turn].by_hand and not self.agent and not self.has_hands

    def _table(self, position: str = "") -> Table:
        spec = self.terms.spec
        return Table(spec, [PERSON] * spec.players, self.terms.seed, 0, "python", position)


def has_hands_of(spec: Spec) -> bool:
    """Return whether players of a game hold cards that the others must not see."""
    return has_hands(game_of(spec, "python"))
