"""The standard AEC loop over the library's environments, an empty one and connect_four."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

from shell import hollow

from ludo_env import french_ludo_v0, generals_v0, ludo_v0, strict_ludo_v0
from ludo_env._cli.bench import play
from ludo_env.testing.rates import best_rates

_COMPILED: Any = {"backend": "numba"}  # "auto" would begin in plain Python


def connect_four() -> Any:
    """Return PettingZoo's own four in a row."""
    with warnings.catch_warnings():
        # Its package warns that it will move elsewhere, which does not matter to a benchmark.
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()


def step_rates(rounds: int, seconds: float) -> dict[str, float]:
    """Return steps per second of each environment."""
    environments = {
        "connect_four_v3": connect_four(),
        "ludo_v0": ludo_v0.env(**_COMPILED),
        "ludo_v0, empty": hollow(ludo_v0.env(**_COMPILED)),
        "strict_ludo_v0(dice=2)": strict_ludo_v0.env(dice=2, **_COMPILED),
        "strict_ludo_v0(dice=2), empty": hollow(strict_ludo_v0.env(dice=2, **_COMPILED)),
        "french_ludo_v0": french_ludo_v0.env(**_COMPILED),
        "generals_v0": generals_v0.env(**_COMPILED),
        'generals_v0(observation="compact")': generals_v0.env(observation="compact", **_COMPILED),
    }
    for env in environments.values():
        env.reset(seed=1)
    return best_rates(
        {name: partial(play, env) for name, env in environments.items()}, rounds, seconds
    )
