"""Lanes: what is measured, beside what, and what it should reach.

A lane is defined once, in the module about what it measures. `all_lanes` lists them.
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

    `contestants` makes both, on demand, after whatever shows that they do the same work; the limit
    is left out where it cannot run. Without a limit in words, the rate itself has a target.
    """

    name: str
    unit: str
    contestants: Callable[[], dict[str, Contestant]]
    limit: str = ""
    target: float | None = None
    clock: Callable[[], float] = time.perf_counter


def all_lanes() -> Iterator[Lane]:
    """Return all lanes, in the order of the table."""
    # Each module needs what it measures, so each is imported when its lanes are asked for.
    import agent_rates
    import backgammon
    import batches
    import games
    import generals
    import steps
    import threads

    for module in (steps, batches, threads, generals, games, backgammon, agent_rates):
        yield from module.lanes()
