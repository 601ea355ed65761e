"""Steps per second: the AEC loop, and batches of games, measured side by side."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from ludo_env._envs.registration import make_vec
from ludo_env._envs.vector import BatchEnv
from ludo_env.testing.rates import best_rates

AEC, C_LOOP, C_LIMIT = "AEC loop", "C loop, by hand", "C loop, every trick"
# Before a batch is measured its games are spread over all stages of play.
_SPREAD = 600

Rates = dict[str, float]


def batch_rates(
    module: str, sizes: Sequence[int], threads: Sequence[int], rounds: int, seconds: float
) -> Rates:
    """Measure the AEC loop, each batch, and C programs if there are some, in steps per second."""
    env = import_module(f"ludo_env.envs.{module}").env()
    env.reset(seed=1)
    contestants: dict[str, Callable[[int], int]] = {AEC: partial(play, env)}
    for count in sizes:
        for share in threads:
            name = f"{count:,} games" + (f", {share} threads" if share > 1 else "")
            envs = make_vec(module, count, seed=1, threads=share, observation="compact", copy=False)
            contestants[name] = _rounds(envs)
    if module == "ludo_v0":
        contestants |= _c_rounds(max(sizes))
    return best_rates(contestants, rounds, seconds)


def play(env: Any, steps: int) -> int:
    """Play this many steps of the standard loop, in as many games as needed."""
    done = 0
    while done < steps:
        env.reset()
        for agent in env.agent_iter(steps - done):
            observation, _, termination, truncation, _ = env.last()
            action = None
            if not (termination or truncation):
                action = env.action_space(agent).sample(observation["action_mask"])
            env.step(action)
            done += 1
    return done


def _rounds(envs: BatchEnv) -> Callable[[int], int]:
    """Play rounds of random actions; everything that a learner needs is written each time."""
    envs.reset()

    def rounds(amount: int) -> int:
        for _ in range(amount):
            envs.step(envs.sample_actions())
        return amount * envs.num_envs

    rounds(_SPREAD)
    return rounds


def _c_rounds(games: int) -> dict[str, Any]:
    """Return the programs of the `benchmarks` folder, if it is beside the package."""
    folder = Path(__file__).parents[2] / "benchmarks"
    if not (folder / "c_loop.py").exists():
        return {}
    sys.path.insert(0, str(folder))
    c_rounds = import_module("c_loop").c_rounds
    found = {C_LOOP: c_rounds("ludo_batch", games), C_LIMIT: c_rounds("ludo_bits", games)}
    programs = {name: program for name, program in found.items() if program is not None}
    for program in programs.values():
        program(_SPREAD)
    return programs
