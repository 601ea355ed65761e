"""Rates measured side by side: contestants take turns, so that other load slows all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

# run(amount) -> what was done: steps, or decisions.
Contestant = Callable[[int], int]


def best_rates(
    contestants: Mapping[str, Contestant],
    rounds: int,
    seconds: float,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Return the best rate of each contestant per second, over rounds of A, B, C, A, B, C..."""
    amounts = {name: _amount(run, seconds, clock) for name, run in contestants.items()}
    best = dict.fromkeys(contestants, 0.0)
    for _ in range(rounds):
        for name, run in contestants.items():
            best[name] = max(best[name], _rate(run, amounts[name], clock))
    return best


def _amount(run: Contestant, seconds: float, clock: Callable[[], float]) -> int:
    """Return the amount for which one turn takes about `seconds`; this is also the warm-up."""
    amount, spent = 1, 0.0
    while spent < seconds / 4:
        amount *= 4
        start = clock()
        run(amount)
        spent = clock() - start
    return max(1, int(amount * seconds / spent))


def _rate(run: Contestant, amount: int, clock: Callable[[], float]) -> float:
    start = clock()
    done = run(amount)
    return done / (clock() - start)
