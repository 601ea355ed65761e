"""Exact results of fixed policies in a small game, from all states and their successors."""

from __future__ import annotations

import numpy as np

from ludo_env.rules import DECIDE, OVER
from ludo_env.sessions import BEGIN, PLAY, ROLL


def winning_chances(game, policies, start=None, most=20_000):
    """Return each player's chance to win; policies[seat](record, legal) are shares of actions."""
    session = game.session()
    session.run(BEGIN, 0)
    first = session.record.copy() if start is None else start
    records, numbers, follow = [first], {first.tobytes(): 0}, []
    for record in records:
        found = []
        for share, what, number in _ways(game, session, policies, record):
            session.load(record)
            session.run(what, number)
            after = session.record.copy()
            key = after.tobytes()
            if key not in numbers:
                assert len(records) < most
                numbers[key] = len(records)
                records.append(after)
            found.append((numbers[key], share))
        follow.append(found)
    # One equation for each state: its value is the mean of the values of its successors.
    size = len(records)
    matrix, ends = np.eye(size), np.zeros((size, game.players))
    for number, (record, found) in enumerate(zip(records, follow)):
        if record["phase"][0] >= OVER:
            ends[number] = np.array(game.returns(record)) > 0
        for after, share in found:
            matrix[number, after] -= share
    return np.linalg.solve(matrix, ends)[0]


def _ways(game, session, policies, record):
    """Return the successors of a state, with shares of actions or probabilities of outcomes."""
    if record["phase"][0] >= OVER:
        return []
    if record["phase"][0] < DECIDE:
        return [(share, ROLL, outcome) for outcome, share in game.outcomes(record)]
    session.load(record)
    legal = np.flatnonzero(session.mask).tolist()
    shares = policies[int(record["seat"][0])](record, legal)
    return [(share, PLAY, action) for action, share in zip(legal, shares) if share > 0]
