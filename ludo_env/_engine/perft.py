"""Perft: count all decisions and chance outcomes to a depth.

The count after `depth` decisions is a fingerprint of the rules. Chance events between decisions are
branched over, one branch per outcome; a game that ends early adds nothing. `divide` gives the count
under each first action: where two engines differ, it shows below which move.
"""

from __future__ import annotations

import numpy as np

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game
from ludo_env._engine.kernel import PLAY, ROLL, unpack_status
from ludo_env._engine.session import Session
from ludo_env._engine.state import Record
from ludo_env._engine.state_check import checked

MOST_DEPTH = 100


def perft(game: Game, record: Record, depth: int, chance: bool = True) -> int:
    """Return how many ways there are to make `depth` decisions from a state, chance included.

    Without `chance`, for games with unbounded throws, a way ends where dice would be thrown.
    """
    if is_whole(depth, 0, 0):
        return 1
    return sum(divide(game, record, depth, chance).values())


def divide(game: Game, record: Record, depth: int, chance: bool = True) -> dict[int, int]:
    """Return the count of `perft` under each first action."""
    checked(game, record)
    if not is_whole(depth, 1, MOST_DEPTH):
        raise LudoError(
            f"The depth of a perft is 1 to {MOST_DEPTH} decisions, not {quoted(depth)}."
        )
    session = game.session()
    return _divide(session, session.load(record), depth, chance)


def _divide(session: Session, status: int, depth: int, chance: bool) -> dict[int, int]:
    """Return the count under each action; if chance is pending, summed over its outcomes."""
    _, phase, count = unpack_status(status)
    record = session.record.copy()
    counts: dict[int, int] = {}
    if phase >= OVER or not (count or chance):
        return counts
    if count:
        for action in np.flatnonzero(session.mask).tolist():
            session.load(record)
            after = session.run(PLAY, action)
            below = _divide(session, after, depth - 1, chance) if depth > 1 else {action: 1}
            counts[action] = sum(below.values())
        return counts
    for outcome, _ in session.game.outcomes(record):
        session.load(record)
        for action, number in _divide(session, session.run(ROLL, outcome), depth, chance).items():
            counts[action] = counts.get(action, 0) + number
    return counts
