"""A slow solver of games for two: a dictionary of all states, filled by plain Python play.

Every state is kept as it is, decisions and throws alike, and nothing is taken for the same.
"""

from __future__ import annotations

import numpy as np

from ludo_env.rules import DECIDE, OVER
from ludo_env.sessions import BEGIN, PLAY, ROLL

_SETTLED = 1e-15


class SolverModel:
    """The win probability of player 0 in every state that play can reach."""

    def __init__(self, game, most=1_000_000):
        """Solve a game of the plain backend."""
        self.session = game.session()
        self.session.run(BEGIN, 0)
        self.first = self.session.record.copy()
        self.records = {self.first.tobytes(): self.first}
        self.follow = {}
        waiting = [self.first]
        while waiting:
            record = waiting.pop()
            ways = self._ways(game, record)
            self.follow[record.tobytes()] = ways
            for after, _ in ways[1]:
                if after.tobytes() not in self.records:
                    assert len(self.records) < most
                    self.records[after.tobytes()] = after
                    waiting.append(after)
        self.values = self._values(game)

    def value(self, record):
        """Return the win probability of the player to act."""
        value = self.values[record.tobytes()]
        return value if record["seat"][0] == 0 else 1 - value

    def _ways(self, game, record):
        """Return how the successor of a state is chosen, and successors with probabilities."""
        phase = record["phase"][0]
        if phase >= OVER:
            return "over", []
        if phase < DECIDE:
            return "mean", [(self._after(record, ROLL, n), p) for n, p in game.outcomes(record)]
        self.session.load(record)
        actions = np.flatnonzero(self.session.mask).tolist()
        chosen = "most" if record["seat"][0] == 0 else "least"
        return chosen, [(self._after(record, PLAY, action), 1) for action in actions]

    def _after(self, record, what, number):
        self.session.load(record)
        self.session.run(what, number)
        return self.session.record.copy()

    def _values(self, game):
        values = dict.fromkeys(self.records, 0.5)
        for key, record in self.records.items():
            if record["phase"][0] >= OVER:
                first, second = game.returns(record)
                values[key] = 0.5 * (1 + (first > 0) - (second > 0))
        ways = [
            (key, kind, [(after.tobytes(), share) for after, share in following])
            for key, (kind, following) in self.follow.items()
            if kind != "over"
        ]
        ways.reverse()
        change = 1.0
        while change > _SETTLED:
            change = 0.0
            for key, kind, following in ways:
                found = [values[after] * share for after, share in following]
                value = {"mean": sum, "most": max, "least": min}[kind](found)
                change = max(change, abs(value - values[key]))
                values[key] = value
        return values
