"""Rooms for tests: short words for seats, and moves by the seat to act."""

from __future__ import annotations

from ludo_env import load_game
from ludo_env._web.event import Terms
from ludo_env._web.played import DECISION, OVER, PASS, THROW, Played
from ludo_env._web.room import Room
from ludo_env._web.seat import AGENT, FRIEND, HOST, Seat, new_token


def seats(*kinds, by_hand=False):
    """Seats by kind: "me", "friend", or the name of an agent."""
    return [
        Seat(kind, "", "", new_token(), by_hand)
        if kind in (HOST, FRIEND)
        else Seat(AGENT, kind, "", new_token(), by_hand)
        for kind in kinds
    ]


def room(*kinds, game="mensch", seed=5, by_hand=False, kept=None):
    """A room that is in no database; its events go to the list `kept`."""
    terms = Terms("a", load_game(game), seed, seats(*kinds, by_hand=by_hand), "host", "watch")
    return Room(terms, ([] if kept is None else kept).append)


def step(table, choice=0):
    """Do what the room waits for, with one of the choices; return the event."""
    waits = table.waits_for
    if waits == THROW:
        return table.throw(table.turn, table.asked)
    action = table.actions[choice % len(table.actions)]
    return table.play(table.turn, action, table.asked)


def play_on(table, steps=10_000):
    """Go on for this many steps, or to the end."""
    for number in range(steps):
        if table.waits_for == OVER:
            return
        step(table, number)


def to_decision(table):
    """Play on until a person has to decide."""
    while table.waits_for != DECISION:
        assert table.waits_for in (THROW, PASS, "agent")
        step(table)


class Timed:
    """A room whose time passes only as a test sets it; its events are kept."""

    def __init__(self, *kinds, move=0, game=0, by_hand=False, name="mensch"):
        self.time, self.kept = 1000.0, []
        self.kinds, self.name, self.by_hand = kinds, name, by_hand
        self.room = Room(self.terms(), self.kept.append, now=lambda: self.time)
        self.room.set_clock(move, game)
        self.room.start_clock()

    def terms(self):
        """The settings with which the game begins."""
        kinds = seats(*self.kinds, by_hand=self.by_hand)
        return Terms("a", load_game(self.name), 5, kinds, "host", "watch", made=900.0)

    def again(self):
        """The same game, restored from its events."""
        return Played(self.terms(), self.kept)
