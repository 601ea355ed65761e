"""Many games in one call: the batch environment, and C programs that play the same."""

from __future__ import annotations

import numpy as np
from c_loop import rounds_of

from ludo_env import make_vec
from ludo_env._cli.bench import Rates, batch_rates
from ludo_env._engine.chance import stream_keys
from ludo_env._families.track.games.ludo import ludo

_SIZES = (64, 1024, 4096, 65_536, 262_144)
_CHECKED = 64


def size_rates(rounds: int, seconds: float) -> Rates:
    """Return steps per second of batches of all sizes, after checking that the C programs agree."""
    for program in ("ludo_batch", "ludo_bits"):
        _compare(program, amount=1500)
    return batch_rates(ludo(), _SIZES, (1,), rounds, seconds)


def _compare(program: str, amount: int, seed: int = 5) -> None:
    """Raise an error unless all observations, masks and rewards are the same after these rounds."""
    found = rounds_of(program, _CHECKED, seed)
    if found is None:
        return
    rounds, arrays = found
    envs = make_vec("ludo_v0", _CHECKED, seed=seed, observation="compact")
    envs.reset()
    # Actions are drawn as the program draws them: from stream i of the next seed.
    keys = stream_keys(seed + 1, np.arange(_CHECKED, dtype=np.uint64))
    samplers = envs.batch.samplers
    samplers["key0"], samplers["key1"] = keys
    samplers["drawn"] = 0
    for _ in range(amount):
        seen, _, ended, _, infos = envs.step(envs.sample_actions())
        rounds(1)
        ours = (seen, infos["action_mask"], infos["rewards_all"], ended)
        for own, other in zip(ours, arrays, strict=True):
            if not np.array_equal(own, other):
                raise SystemExit(f"{program}.c does not play the same games as the library.")
