"""A sample of the states of a game: the ranges of their fields, and about how many there are."""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import Game
from ludo_env._engine.kernel import BEGIN, MARKED, PLAY, ROLL, unpack_status
from ludo_env._engine.solving.codec import Ranges
from ludo_env._engine.state import Layout, Record

# States of a sample; each takes a hundred times as long in plain Python.
SAMPLE, SAMPLE_PLAINLY = 60_000, 3_000
# Shares of a sample seen once: above the first, many states are unseen; above the second, some.
_UNSEEN, _SEEN_ONCE = 0.7, 0.01


class Sample(NamedTuple):
    """States of random games: those in which chance is pending, the first of them the start."""

    pending: Record
    finished: Record


def sample_states(game: Game, seed: int = 0) -> Sample:
    """Play random games until enough states are seen."""
    count = SAMPLE_PLAINLY if game.backend == "python" else SAMPLE
    pending, finished = np.zeros(count, game.layout.dtype), []
    session, random = game.session(seed=seed), Random(seed)
    taken, phase, listed = 0, OVER, 0
    while taken < count:
        if phase >= OVER:
            if taken:
                finished.append(session.record.copy())
            _, phase, listed = unpack_status(session.run(BEGIN, 0))
        if phase < DECIDE:
            pending[taken] = session.record[0]
            taken += 1
            outcome = random.randrange(int(session.record["sides"][0]))
            _, phase, listed = unpack_status(session.run(ROLL, outcome))
        elif phase == DECIDE:
            action = int(session.choices[random.randrange(listed)])
            _, phase, listed = unpack_status(session.run(PLAY | MARKED, action))
    return Sample(pending, np.concatenate(finished) if finished else pending[:0])


def ranges_of(layout: Layout, sample: Sample) -> Ranges:
    """Return the lowest and highest value of every number of the fields in these states.

    Numbers that never change before a throw have no part in a finished game either.
    """
    found = {}
    for name, declared in layout.fields.items():
        values = sample.pending[name].reshape(len(sample.pending), -1)
        lows, highs = values.min(axis=0), values.max(axis=0)
        if len(sample.finished):
            ends = sample.finished[name].reshape(len(sample.finished), -1)
            varies = lows < highs
            if declared.per in layout.alike:
                varies[:] = lows.min() < highs.max()
            lows = np.where(varies, np.minimum(lows, ends.min(axis=0)), lows)
            highs = np.where(varies, np.maximum(highs, ends.max(axis=0)), highs)
        found[name] = tuple(zip(lows.tolist(), highs.tolist(), strict=True))
    return found


def widened(layout: Layout, ranges: Ranges, name: str) -> Ranges:
    """Return the same ranges with the declared range of one field."""
    declared = layout.fields[name]
    return {**ranges, name: ((declared.low, declared.high),) * layout.size(name)}


def estimate(layout: Layout, records: Record, *, sorts: bool, turns: bool) -> float:
    """Return about how many states there are, by a sample of them.

    It is the product of how many ways there are for each row of things that are alike, and for all
    other fields together, so it takes them as independent.
    """
    columns = []
    total = 0.5 if turns else 1.0
    for per, run in layout.alike.items():
        names = [name for name, one in layout.fields.items() if one.per == per and not one.derived]
        for start in range(0, layout.sizes[per], run):
            items = np.zeros((len(records), run), np.int64)
            for name in names:
                low, high = layout.fields[name].low, layout.fields[name].high
                items = items * (high - low + 1) + (records[name][:, start : start + run] - low)
            total *= _ways(np.sort(items, axis=1)) if sorts else _different(items)
    for name, declared in layout.fields.items():
        if not declared.derived and declared.per not in layout.alike:
            columns.append(records[name].reshape(len(records), -1).astype(np.int64))
    return total * _different(np.concatenate(columns, axis=1))


def _ways(rows: npt.NDArray[np.int64]) -> float:
    """Return about how many rows of sorted things there are.

    If many are seen once, they are counted: each value that was seen several times in a row can
    occur any number of times, as pieces at home, and others once.
    """
    _, counts = np.unique(rows, axis=0, return_counts=True)
    if (counts == 1).sum() <= _SEEN_ONCE * len(rows):
        return _different(rows)
    run = rows.shape[1]
    shared = len(np.unique(rows[:, 1:][rows[:, 1:] == rows[:, :-1]]))
    single = len(np.unique(rows)) - shared
    return float(
        sum(
            math.comb(single, alone) * math.comb(shared + run - alone - 1, run - alone)
            for alone in range(run + 1)
            if shared or alone == run
        )
    )


def _different(rows: npt.NDArray[np.int64]) -> float:
    """Return about how many different rows there are, also those not seen (Chao's estimator).

    If most rows are seen only once, all numbers are taken as independent instead.
    """
    _, counts = np.unique(rows, axis=0, return_counts=True)
    once, twice = int((counts == 1).sum()), int((counts == 2).sum())
    if once > _UNSEEN * len(rows):
        return float(np.prod([float(len(np.unique(column))) for column in rows.T]))
    return len(counts) + once * (once - 1) / (2.0 * (twice + 1))
