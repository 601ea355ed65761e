"""The standard AEC loop with the library's environments, an empty one and connect_four."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from lanes import LIMIT, OWN, Lane
from shell import hollow

from ludo_env import french_ludo_v0, generals_v0, ludo_v0, strict_ludo_v0
from ludo_env._cli.bench import play
from ludo_env.testing.rates import Contestant

_COMPILED: Any = {"backend": "numba"}  # "auto" would begin in plain Python
_TARGET = 45.0


def lanes() -> Iterator[Lane]:
    """Return the lanes of the AEC loop."""
    makers: dict[str, Callable[[], Any]] = {
        "ludo": partial(ludo_v0.env, **_COMPILED),
        "strict, two dice": partial(strict_ludo_v0.env, dice=2, **_COMPILED),
        "french": partial(french_ludo_v0.env, **_COMPILED),
        "generals": partial(generals_v0.env, **_COMPILED),
        "generals compact": partial(generals_v0.env, observation="compact", **_COMPILED),
    }
    for name, make in makers.items():
        target = _TARGET if name == "ludo" else None
        both = partial(_pair, make, connect_four)
        yield Lane(f"AEC {name}", "steps/s", both, "connect_four_v3", target)
    for name in ("ludo", "strict, two dice"):
        both = partial(_pair, makers[name], partial(_emptied, makers[name]))
        yield Lane(f"AEC {name}, kernel", "steps/s", both, "the same shell, empty")


def connect_four() -> Any:
    """Return PettingZoo's own `connect_four`."""
    with warnings.catch_warnings():
        # Its package warns that it will move, which does not matter to a benchmark.
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()


def _pair(own: Callable[[], Any], limit: Callable[[], Any]) -> dict[str, Contestant]:
    return {OWN: _loop(own()), LIMIT: _loop(limit())}


def _loop(env: Any) -> Contestant:
    env.reset(seed=1)
    return partial(play, env)


def _emptied(make: Callable[[], Any]) -> Any:
    return hollow(make())
