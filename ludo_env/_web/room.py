"""Rooms: a table, its seats, and every change of it as a numbered event.

A room knows no HTTP. An event is checked first, then committed by `keep`, and then applied, so
nobody sees an event that is not in the database. Applying the events of a game to a new room leads
to the same room.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.family import DECIDE
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._play.move_log import plain_move
from ludo_env._play.table import PERSON, Table
from ludo_env._render.animation.dice_roll import falls
from ludo_env._render.player_view import dice_in_words, has_hands, name_of
from ludo_env._web.refusal import FORBIDDEN, NOT_NOW, WRONG, Refusal
from ludo_env._web.seat import HOST, Seat, agent_asked, name_asked
from ludo_env.agents.view import View

MOST_EVENTS = 20_000  # of one game; a client could undo and play without end
# What the room waits for.
OVER, THROW, DECISION, PASS, AGENT = "over", "throw", "decision", "pass", "agent"


class Event(NamedTuple):
    """A change of a room."""

    number: int
    kind: str  # "start", "move", "throw", "undo", "seat", "analysis" or "rematch"
    seat: int  # who caused it; of "seat" the seat that changes
    value: Any = None  # plain data
    at: float = 0.0  # seconds since 1970
    words: str = ""  # of a move, as the log of the game has it


@dataclass
class Terms:
    """What a game was begun with."""

    id: str
    spec: Spec
    seed: int
    seats: list[Seat]
    host: str  # the token of the host
    watch: str  # the token of spectators
    before: str = ""  # the game of which this is the rematch
    made: float = field(default_factory=time.time)


Keep = Callable[[Event], None]


class Room:
    """A running game."""

    def __init__(self, terms: Terms, keep: Keep, events: Sequence[Event] = ()) -> None:
        spec = terms.spec
        self.terms, self.seats = terms, terms.seats
        if has_hands_of(spec) and sum(seat.kind == HOST for seat in self.seats) > 1:
            raise Refusal(WRONG, f"{spec.name} has hidden cards: only one seat can be yours.")
        self.table = self._table()
        self.number = 0  # of the last event
        self.asked = 0  # the number of the event that began the present decision
        self.before: Record | None = None  # the state before the last move
        self.log: list[tuple[int, str]] = []  # of each move the player, and the words
        self.next_game = ""  # the rematch
        self.ended = 0.0
        self.since = terms.made  # when the present decision began
        self.analysis = True  # whether chances to win are shown while the game goes on
        self.covered = False  # whether the dice are there, but not thrown yet
        self._last: Event | None = None  # the last event that changed the position
        self._asked_before = -1  # the number that it answered
        # Moments to go back to are kept only where somebody may: they take memory.
        self._alone = sum(seat.is_for_person for seat in self.seats) == 1
        self._keep = keep
        self._update(fell=bool(dice_in_words(self.game, self.table.record)))
        for event in events:
            self.take(event)

    # ------------------------------------------------------------------ what it is

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.game

    @property
    def record(self) -> Record:
        """The present state; nobody changes it."""
        return self._record

    @property
    def turn(self) -> int:
        """The player to act."""
        return self.table.turn

    @property
    def waits_for(self) -> str:
        """Return what the room waits for."""
        if self.table.over:
            return OVER
        if self.covered:
            return THROW
        if self.actions == [self.game.pass_action]:
            return PASS
        return DECISION if self.seats[self.turn].person_plays else AGENT

    @property
    def has_hands(self) -> bool:
        """Return whether players hold cards that the others must not see."""
        return has_hands(self.game)

    @property
    def can_undo(self) -> bool:
        """Return whether a move can be taken back: one person plays, and has decided."""
        return bool(self.table.history) and not self.next_game

    # ------------------------------------------------------------------ what can be done

    def play(self, seat: int, action: Any, asked: Any) -> Event:
        """Play a move of a seat; a repeated request returns the event that it led to."""
        if type(action) is not int:
            raise Refusal(WRONG, f"action is a whole number, not {quoted(action)}.")
        done = self._done_before("move", seat, action, asked)
        if done is not None:
            return done
        if self.covered:
            raise Refusal(NOT_NOW, "The dice are to be thrown before a move.")
        if action not in self.actions:
            raise Refusal(NOT_NOW, f"Action {action} is not legal now.")
        return self._happens("move", seat, action)

    def throw(self, seat: int, asked: Any) -> Event:
        """Throw the dice of a seat."""
        done = self._done_before("throw", seat, None, asked)
        if done is not None:
            return done
        if not self.covered:
            raise Refusal(NOT_NOW, "There are no dice to throw now.")
        return self._happens("throw", seat)

    def undo(self, seat: int, asked: Any) -> Event:
        """Take back the last decision of the only person at the table."""
        if type(asked) is not int:
            raise Refusal(WRONG, f"asked is the number of an event, not {quoted(asked)}.")
        last = self._last
        if last is not None and (last.kind, last.value) == ("undo", asked):
            return last
        if asked != self.asked:
            raise self._late(asked)
        if not self.can_undo:
            raise Refusal(NOT_NOW, "A move can be taken back only by somebody who plays alone.")
        return self._happens("undo", seat, asked)

    def hand_over(self, seat: int, agent: Any) -> Event | None:
        """Let an agent play for a seat; "" gives it back to the person. None if it is so."""
        if agent != "":
            agent = agent_asked(agent, "agent")
        elif not self.seats[seat].is_for_person:
            raise Refusal(NOT_NOW, f"The seat of player_{seat} is an agent's.")
        return self._change(seat, "agent", agent)

    def rename(self, seat: int, name: Any) -> Event | None:
        """Give a person another name."""
        return self._change(seat, "name", name_asked(name))

    def throw_by_hand(self, seat: int, by_hand: Any) -> Event | None:
        """Choose whether the person of a seat throws the dice by a press."""
        if type(by_hand) is not bool:
            raise Refusal(WRONG, f"by_hand is true or false, not {quoted(by_hand)}.")
        return self._change(seat, "by_hand", by_hand)

    def new_link(self, seat: int, token: str) -> Event | None:
        """Replace the token of a friend's seat: the old link opens it no longer."""
        return self._change(seat, "token", token)

    def begin_at(self, position: Any) -> Event:
        """Begin at a position; refuse one that the rules do not allow, in their own words."""
        if not isinstance(position, str):
            raise Refusal(WRONG, f"position is a text, not {quoted(position)}.")
        if self.number:
            raise Refusal(NOT_NOW, "A game has its position from the beginning.")
        if self._table(position).over:
            raise Refusal(WRONG, "In this position the game has ended.")
        return self._happens("start", -1, position)

    def show_chances(self, shown: Any) -> Event | None:
        """Choose whether chances to win are shown while the game goes on."""
        if type(shown) is not bool:
            raise Refusal(WRONG, f"shown is true or false, not {quoted(shown)}.")
        return None if shown == self.analysis else self._happens("analysis", -1, shown)

    def goes_on(self, game: str) -> Event:
        """Note the rematch of a game that has ended."""
        if not self.table.over:
            raise Refusal(NOT_NOW, "The game goes on; a rematch follows its end.")
        return self._happens("rematch", -1, game)

    # ------------------------------------------------------------------ how it happens

    def _table(self, position: str = "") -> Table:
        spec = self.terms.spec
        return Table(spec, [PERSON] * spec.players, self.terms.seed, 0, "python", position)

    def _change(self, seat: int, name: str, value: Any) -> Event | None:
        if getattr(self.seats[seat], name) == value:
            return None
        return self._happens("seat", seat, {name: value})

    def _done_before(self, kind: str, seat: int, value: Any, asked: Any) -> Event | None:
        """Return the event of the same request, if it was answered before; refuse a late one."""
        if type(asked) is not int:
            raise Refusal(WRONG, f"asked is the number of an event, not {quoted(asked)}.")
        last = self._last
        same = last is not None and (last.kind, last.seat, last.value) == (kind, seat, value)
        if same and asked == self._asked_before:
            return last
        if asked != self.asked:
            raise self._late(asked)
        if self.table.over:
            raise Refusal(NOT_NOW, "The game has ended.")
        if seat != self.turn:
            raise Refusal(NOT_NOW, f"It is the turn of player_{self.turn}.")
        return None

    def _late(self, asked: Any) -> Refusal:
        return Refusal(
            NOT_NOW, f"The game has gone on: event {self.asked} is to be answered, not {asked}."
        )

    def _happens(self, kind: str, seat: int, value: Any = None) -> Event:
        """Commit an event, and apply it."""
        if self.number >= MOST_EVENTS:
            raise Refusal(FORBIDDEN, f"A game has at most {MOST_EVENTS} events.")
        words = self._in_words(value) if kind == "move" else ""
        event = Event(self.number + 1, kind, seat, value, time.time(), words)
        self._keep(event)
        self.take(event)
        return event

    def _in_words(self, action: int) -> str:
        """Return a move for the log, without the name of the player: "dice 6,2 · piece 0: ..."."""
        view = View.of_running(self.game, self.record, self.table.chances[self.turn])
        words = plain_move(view, action)
        words = words.removeprefix(name_of(self.game, self.record, self.turn)).strip()
        return " \u00b7 ".join(filter(None, re.split(r"\s{2,}", words)))

    def take(self, event: Event) -> None:
        """Apply an event that is in the database."""
        if event.number != self.number + 1:
            raise LudoError(f"Event {event.number} does not follow event {self.number}.")
        self.number = event.number
        fell = False
        if event.kind == "move":
            before = self.record
            self.log.append((event.seat, event.words))
            self.table.play(event.value, decision=self._alone and self.waits_for == DECISION)
            self.before = before
            fell = falls(self.game, before, self.table.record)
        elif event.kind == "undo":
            self.table.undo()
            del self.log[self.table.moves :]
            self.before = None
        elif event.kind == "seat":
            for name, value in event.value.items():
                setattr(self.seats[event.seat], name, value)
            # An agent throws at once, and a person who throws no more by hand does, too.
            self.covered = self.covered and self._throws_by_hand()
            return
        elif event.kind == "rematch":
            self.next_game = event.value
            return
        elif event.kind == "analysis":
            self.analysis = event.value
            return
        elif event.kind == "start":
            self.table = self._table(event.value)
            given = int(self.game.read(event.value)[0]["phase"][0]) == DECIDE
            fell = bool(dice_in_words(self.game, self.table.record)) and not given
        elif event.kind != "throw":
            raise LudoError(f"Unknown event {quoted(event.kind)}.")
        self._asked_before, self._last = self.asked, event
        self.asked, self.since = event.number, event.at
        self._update(fell)
        self.ended = event.at if self.table.over else 0.0

    def _update(self, fell: bool) -> None:
        """Read the state of the table, after a move and at the beginning."""
        self._record = self.table.record
        over = self.table.over
        mask = self.table.dealer.session.mask
        self.actions = [] if over else [int(action) for action in np.flatnonzero(mask)]
        self.covered = fell and not over and self._throws_by_hand()

    def _throws_by_hand(self) -> bool:
        seat = self.seats[self.turn]
        return seat.person_plays and seat.by_hand and not self.has_hands


def has_hands_of(spec: Spec) -> bool:
    """Return whether players of a game hold cards that the others must not see."""
    return has_hands(game_of(spec, "python"))
