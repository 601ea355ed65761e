"""Batches of ludo on two threads, compared with the same batches on one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from batches import batch_rounds
from lanes import LIMIT, OWN, Lane

from ludo_env.testing.rates import Contestant

_TARGETS = {64: 0.97, 1024: 1.3, 4096: 1.7, 65_536: 1.9}


def lanes() -> Iterator[Lane]:
    """Return the lanes of threads."""
    for games, target in _TARGETS.items():
        name = f"ludo compact, two threads, {games:,} games"
        yield Lane(name, "steps/s", partial(_pair, games), "one thread", target)


def _pair(games: int) -> dict[str, Contestant]:
    return {OWN: batch_rounds(games, threads=2), LIMIT: batch_rounds(games)}
