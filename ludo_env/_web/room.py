"""Rooms: a table, its seats, and every change as a numbered event.

A room does not depend on HTTP. An event is checked, then committed by `keep`, then applied. So no
client sees an event that is not in the database.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from ludo_env._engine.errors import quoted
from ludo_env._play.move_log import plain_move
from ludo_env._render.player_view import name_of
from ludo_env._web.clock import FOR_A_MOVE, FOR_THE_REST
from ludo_env._web.event import Event, Keep, Terms
from ludo_env._web.played import DECISION, THROW, Played, has_hands_of
from ludo_env._web.refusal import FORBIDDEN, NOT_NOW, WRONG, Refusal
from ludo_env._web.seat import HOST, agent_asked, name_asked
from ludo_env.agents.view import View

MOST_EVENTS = 20_000  # of one game; otherwise a client could undo and play forever


class Room(Played):
    """A running game that handles requests; `now` returns the time, in seconds since 1970."""

    def __init__(
        self,
        terms: Terms,
        keep: Keep,
        events: Sequence[Event] = (),
        now: Callable[[], float] = time.time,
    ) -> None:
        spec = terms.spec
        if has_hands_of(spec) and sum(seat.kind == HOST for seat in terms.seats) > 1:
            raise Refusal(WRONG, f"{spec.name} has hidden cards: only one seat can be yours.")
        self.now, self._keep = now, keep
        super().__init__(terms, events)

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
        """Let an agent play for a seat, or with "" the person; return None if nothing changes."""
        if agent != "":
            agent = agent_asked(agent, "agent")
        elif not self.seats[seat].is_for_person:
            raise Refusal(NOT_NOW, f"The seat of player_{seat} is an agent's.")
        elif self.clock.is_used_up(seat):
            raise Refusal(NOT_NOW, f"player_{seat} has used all of their time.")
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
        """Replace the token of a friend's seat; the old link no longer opens the seat."""
        return self._change(seat, "token", token)

    def begin_at(self, position: Any) -> Event:
        """Begin at a position; refuse one that the rules do not allow."""
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

    def set_clock(self, move: int, game: int) -> Event:
        """Set the time limits of people: seconds for each move, and for all moves of a game."""
        return self._happens("clock", -1, [move, game])

    def start_clock(self) -> Event | None:
        """Start the clock; return None if there is no limit or the game has ended."""
        if not self.clock.is_set or self.table.over:
            return None
        return self._happens("clock", -1)

    def time_left(self) -> float | None:
        """Return the seconds that the player to act has; None if time is not counted."""
        if not self.clock.runs or self.waits_for not in {DECISION, THROW}:
            return None
        return min(self.clock.left(self.turn, self.now()))

    def time_up(self) -> Event | None:
        """Act for a player who has no time left; return None if they have some.

        Waiting dice are thrown, and an agent plays the move. If the time for the game is used up,
        an agent plays the rest of the game.
        """
        left = self.time_left()
        if left is None or left > 0:
            return None
        seat = self.turn
        of_game = self.clock.left(seat, self.now())[1] <= 0
        if self.waits_for == THROW and not of_game:
            return self._happens("throw", seat)
        value = ["game", FOR_THE_REST] if of_game else ["move", FOR_A_MOVE]
        return self._happens("time", seat, value)

    def goes_on(self, game: str) -> Event:
        """Note the rematch of a game that has ended."""
        if not self.table.over:
            raise Refusal(NOT_NOW, "The game goes on; a rematch follows its end.")
        return self._happens("rematch", -1, game)

    # ------------------------------------------------------------------ checks and events

    def _change(self, seat: int, name: str, value: Any) -> Event | None:
        if getattr(self.seats[seat], name) == value:
            return None
        return self._happens("seat", seat, {name: value})

    def _done_before(self, kind: str, seat: int, value: Any, asked: Any) -> Event | None:
        """Return the event of an earlier identical request; refuse an outdated request."""
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
        """Commit an event and apply it."""
        if self.number >= MOST_EVENTS:
            raise Refusal(FORBIDDEN, f"A game has at most {MOST_EVENTS} events.")
        words = self._in_words(value) if kind == "move" else ""
        if kind == "move" and self.stand_in:
            words += f" \u00b7 time is up, {self.stand_in} plays"
        event = Event(self.number + 1, kind, seat, value, self.now(), words)
        self._keep(event)
        self.take(event)
        return event

    def _in_words(self, action: int) -> str:
        """Return a move for the log, without the name of the player: "dice 6,2 · piece 1: ..."."""
        view = View.of_running(self.game, self.record, self.table.chances[self.turn])
        words = plain_move(view, action)
        words = words.removeprefix(name_of(self.game, self.record, self.turn)).strip()
        return " \u00b7 ".join(filter(None, re.split(r"\s{2,}", words)))
