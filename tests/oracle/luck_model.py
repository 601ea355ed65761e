"""A slow measure of luck: the expectation after each throw, less its mean over all outcomes.

It walks through a game state by state, and asks for everything anew.
"""

from __future__ import annotations

import numpy as np

from ludo_env.rules import DECIDE, OVER
from ludo_env.sessions import BEGIN, PLAY, ROLL, draw

MOST = 64


class LuckModel:
    """The luck in games on the plain backend, by a forecast."""

    def __init__(self, game, forecast):
        self.game, self.forecast = game, forecast
        self.session = game.session()
        self.work = [0.0] * forecast.room

    def luck(self, stream, actions):
        """Return a game's luck, [guess, player], and its returns; `stream` draws its chance."""
        game, left, total = self.game, list(actions), self.zeros()
        record = self.after(None, BEGIN, 0)
        while record["phase"][0] < OVER:
            if record["phase"][0] == DECIDE:
                legal = self.legal(record)
                if legal == [game.pass_action]:
                    action = legal[0]
                elif left:
                    action = left.pop(0)
                else:
                    break
                record = self.after(record, PLAY, action)
                continue
            outcome = draw(stream, int(record["sides"][0]))
            state = game.layout.unpack(record)
            if game.plain.machine.stands(state, outcome):
                sides = int(record["sides"][0])
                mean = self.zeros()
                for other, share in game.outcomes(record):
                    found = self.expected(self.after(record, ROLL, other), record, sides, 1)
                    mean += share * found
                now = self.expected(self.after(record, ROLL, outcome), record, sides, 1)
                total += now - mean
            record = self.after(record, ROLL, outcome)
        return total, game.returns(record)

    def expected(self, record, before, outcomes, depth):
        """Return the expectation after a throw, for the best action or over the next dice."""
        phase = record["phase"][0]
        if phase >= OVER:
            return self.seen(record)
        if phase == DECIDE:
            tries = [self.after(record, PLAY, action) for action in self.legal(record)]
            seat = int(record["seat"][0])
            worth = [self.worth(state, seat) for state in tries]
            return self.seen(tries[int(np.argmax(worth))])
        outcomes *= int(record["sides"][0])
        if record["seat"][0] == before["seat"][0] and outcomes <= MOST and depth < 6:
            mean = self.zeros()
            for other, share in self.game.outcomes(record):
                after = self.after(record, ROLL, other)
                mean += share * self.expected(after, record, outcomes, depth + 1)
            return mean
        return self.seen(record)

    def seen(self, record):
        """Return the expectation in a state: its returns at the end, else the forecast."""
        if record["phase"][0] >= OVER:
            return np.tile(self.game.returns(record), (self.forecast.guesses, 1))
        state, guess = self.game.layout.unpack(record), self.zeros()
        self.forecast.appraise(state, self.work, [0.0])
        self.forecast.foresee(state, self.work, guess)
        return guess

    def worth(self, record, seat):
        """Return what a player maximizes."""
        state = self.game.layout.unpack(record)
        self.forecast.appraise(state, self.work, [0.0])
        return self.forecast.value(state, self.work, seat)

    def legal(self, record):
        """Return the legal actions."""
        self.session.load(record)
        return np.flatnonzero(self.session.mask).tolist()

    def after(self, record, what, number):
        """Return the state after an action or an outcome."""
        if record is not None:
            self.session.load(record)
        self.session.run(what, number)
        return self.session.record.copy()

    def zeros(self):
        """Return a zero for each guess and player."""
        return np.zeros((self.forecast.guesses, self.game.players))
