"""Many games in one call: the batch environment, and C programs that play the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from c_loop import Rounds, rounds_of

from ludo_env import make_vec
from ludo_env._cli.bench import Rates, batch_rates
from ludo_env._engine.chance import stream_keys
from ludo_env._families.track.games.ludo import ludo

_SIZES = (64, 1024, 4096, 65_536, 262_144)
_CHECKED = 64

# program(games, seed) -> its rounds, and the arrays that they write; None without a compiler.
Program = Callable[[int, int], tuple[Rounds, list[np.ndarray]] | None]


def size_rates(rounds: int, seconds: float) -> Rates:
    """Return steps per second of batches of all sizes, after checking that the C programs agree."""
    for program in ("ludo_batch", "ludo_bits"):
        check_agreement("ludo_v0", "compact", partial(rounds_of, program), f"{program}.c")
    return batch_rates(ludo(), _SIZES, (1,), rounds, seconds)


def check_agreement(
    name: str, style: str, program: Program, file: str, amount: int = 1500, seed: int = 5
) -> None:
    """Raise an error unless a C program plays the same rounds of random games as the library.

    All observations, masks, rewards, ends and cut games are compared after every round.
    """
    found = program(_CHECKED, seed)
    if found is None:
        return
    rounds, arrays = found
    envs = make_vec(name, _CHECKED, seed=seed, observation=style)
    envs.reset()
    # Actions are drawn as the program draws them: from stream i of the next seed.
    keys = stream_keys(seed + 1, np.arange(_CHECKED, dtype=np.uint64))
    samplers = envs.batch.samplers
    samplers["key0"], samplers["key1"] = keys
    samplers["drawn"] = 0
    for _ in range(amount):
        seen, _, ended, cut, infos = envs.step(envs.sample_actions())
        rounds(1)
        ours = (seen, infos["action_mask"], infos["rewards_all"], ended, cut)
        for own, other in zip(ours, arrays, strict=True):
            if not np.array_equal(own, other):
                raise SystemExit(f"{file} does not play the same games as the library.")
