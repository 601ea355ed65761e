"""Many games in one call: the batch environment, and C programs that play the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from c_loop import Rounds, c_rounds, rounds_of
from lanes import LIMIT, OWN, Lane

from ludo_env import make_vec
from ludo_env._engine.chance import stream_keys
from ludo_env.testing.rates import Contestant

_CHECKED = 64
# Warm-up rounds, which spread the games over all stages of play.
_SPREAD = 600
_LOOSE = "loose_ludo_v0"
_OTHERS: dict[str, dict[str, Any]] = {
    "strict": {"name": "strict_ludo_v0"},
    "french": {"name": "french_ludo_v0"},
    **{name: {"name": _LOOSE, "spec": name} for name in ("mensch", "parchis", "tock", "uckers")},
}

# program(games, seed) -> its rounds and the arrays they write; None without a compiler.
Program = Callable[[int, int], tuple[Rounds, list[np.ndarray]] | None]


def lanes() -> Iterator[Lane]:
    """Return the lanes of batches on one core, except those of generals against C."""
    for games, target in ((64, 0.9), (1024, None), (4096, 1.25), (65_536, None), (262_144, None)):
        both = partial(_beside_c, "compact", "ludo_batch", games)
        yield Lane(f"ludo compact, {games:,} games", "steps/s", both, "ludo_batch.c", target)
    tricks = partial(_beside_c, "compact", "ludo_bits", 4096)
    yield Lane("ludo compact, every trick", "steps/s", tricks, "ludo_bits.c", 0.48)
    features = partial(_beside_c, "features", "ludo_batch", 4096)
    yield Lane("ludo features, 4,096 games", "steps/s", features, "ludo_batch.c", 0.6)
    for name, keywords in _OTHERS.items():
        both = partial(_beside_ludo, keywords)
        yield Lane(f"{name} compact, 4,096 games", "steps/s", both, "ludo compact", 0.5)


def batch_rounds(
    games: int, name: str = "ludo_v0", *, observation: str = "compact", **keywords: Any
) -> Contestant:
    """Return rounds(amount) -> steps of a batch, which writes all that a learner needs."""
    envs = make_vec(
        name, games, seed=1, copy=False, observation=observation, backend="numba", **keywords
    )
    envs.reset()

    def rounds(amount: int) -> int:
        for _ in range(amount):
            envs.step(envs.sample_actions())
        return amount * games

    rounds(_SPREAD)
    return rounds


def check_agreement(
    name: str, style: str, program: Program, file: str, amount: int = 1500, seed: int = 5
) -> None:
    """Raise an error unless a C program plays the same rounds of random games as the library.

    All observations, masks, rewards, ends and truncations are compared after every round.
    """
    found = program(_CHECKED, seed)
    if found is None:
        return
    rounds, arrays = found
    envs = make_vec(name, _CHECKED, seed=seed, observation=style)
    envs.reset()
    # Actions are drawn as in the program, from stream i of the next seed.
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


def _beside_c(style: str, program: str, games: int) -> dict[str, Contestant]:
    check_agreement("ludo_v0", "compact", partial(rounds_of, program), f"{program}.c")
    contestants = {OWN: batch_rounds(games, observation=style)}
    by_hand = c_rounds(program, games)
    if by_hand is not None:
        by_hand(_SPREAD)
        contestants[LIMIT] = by_hand
    return contestants


def _beside_ludo(keywords: dict[str, Any]) -> dict[str, Contestant]:
    return {OWN: batch_rounds(4096, **keywords), LIMIT: batch_rounds(4096)}
