"""Lanes: each is a measured rate, with its limit and its target.

Each lane is defined once, in the module of what it measures. `all_lanes` lists them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludo_env.testing.rates import Contestant

OWN, LIMIT = "own", "limit"


@dataclass(frozen=True)
class Lane:
    """A rate of the library, and the rate of its limit in the same run.

    `contestants` makes both on demand, after checking that they do the same work; the limit is left
    out if it cannot run. If `limit` is empty, `target` is a rate.
    """

    name: str
    unit: str
    contestants: Callable[[], dict[str, Contestant]]
    limit: str = ""
    target: float | None = None
    clock: Callable[[], float] = time.perf_counter


def all_lanes() -> Iterator[Lane]:
    """Return all lanes, in the order of the table."""
    # Modules import what they measure, so each is imported only when its lanes are needed.
    import agent_rates
    import backgammon
    import batches
    import games
    import generals
    import steps
    import threads

    for module in (steps, batches, threads, generals, games, backgammon, agent_rates):
        yield from module.lanes()
