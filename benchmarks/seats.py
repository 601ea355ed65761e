"""One learner against given opponents: seat batches, Gymnasium's vector, and the AEC loop.

`python benchmarks/seats.py` prints the learner's steps per second of CPU time, and their ratios in
one run; --quick gives a rough result, --profile shows how the batch spends its time.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from ludo_env import ludo_v0
from ludo_env.testing.rates import best_rates

LUDO = "ludo_env/Ludo-v0"
SEATS, SINGLE = 1024, 8
# Warm-up steps, after which the games are at all stages.
_SPREAD = 100
_AEC = "AEC loop, random"


class Lowest:
    """An opponent that chooses for all games at once, with minimal computation."""

    name = "lowest"

    def act(self, view: Any) -> int:
        """Return the lowest legal action."""
        return int(view.actions[0])

    def act_batch(self, decisions: Any) -> Any:
        """Return the lowest legal action of each game."""
        return decisions.masks.argmax(axis=1)


OPPONENTS = {"random": "random", "act_batch": Lowest(), "greedy": "greedy"}


def main() -> None:
    """Measure all, or profile the batch."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--profile", choices=OPPONENTS, help="profile one kind of opponents")
    chosen = parser.parse_args()
    if chosen.profile:
        _profile(learner_of(batch(chosen.profile)))
        return
    rates = seat_rates(*((3, 0.2) if chosen.quick else (10, 0.5)))
    print("Rates depend on the machine and on what else it does; only the ratios mean something.")
    print(f"\n{'learner steps per CPU second':40} {'steps/s':>10}  {'of sync':>8}  {'of AEC':>8}")
    for name, rate in rates.items():
        opponents = name.rpartition(" ")[2]
        sync = rates.get(_sync_name(opponents))
        of_sync = f"{rate / sync:.1f}x" if sync else ""
        print(f"{name:40} {rate:10,.0f}  {of_sync:>8}  {rate / rates[_AEC]:7.1f}x")


def seat_rates(rounds: int, seconds: float) -> dict[str, float]:
    """Return the learner's steps per second of CPU time for each contestant."""
    contestants: dict[str, Callable[[int], int]] = {}
    for kind in OPPONENTS:
        contestants[f"batch of {SEATS} seats, {kind}"] = learner_of(batch(kind))
    for kind in ("random", "greedy"):
        contestants[_sync_name(kind)] = learner_of(sync(kind))
    contestants[_AEC] = aec_learner()
    return best_rates(contestants, rounds, seconds, clock=time.process_time)


def batch(kind: str) -> Any:
    """Return a batch of single seats against opponents of a kind."""
    return gymnasium.make_vec(LUDO, SEATS, opponents=OPPONENTS[kind], autoreset_mode="SameStep")


def sync(kind: str) -> Any:
    """Return single seats that Gymnasium plays one after the other."""
    return gymnasium.make_vec(
        LUDO, SINGLE, vectorization_mode="sync", opponents=OPPONENTS[kind],
        vector_kwargs={"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP},
    )  # fmt: skip


def learner_of(envs: Any) -> Callable[[int], int]:
    """Return a function that plays and counts steps of a uniformly random learner."""
    random = np.random.default_rng(1)
    mask = envs.reset(seed=1)[1]["action_mask"]

    def steps(amount: int) -> int:
        nonlocal mask
        for _ in range(amount):
            actions = (mask * random.random(mask.shape, np.float32)).argmax(axis=1)
            mask = envs.step(actions)[4]["action_mask"]
        return amount * int(envs.num_envs)

    steps(_SPREAD)
    return steps


def aec_learner() -> Callable[[int], int]:
    """Return the same for the AEC loop, where the first of four random players is the learner."""
    env = ludo_v0.env(auto_pass=True, backend="numba")
    env.reset(seed=1)

    def steps(amount: int) -> int:
        done = 0
        while done < amount:
            for agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                done += agent == "player_0"
                if done == amount:
                    break
            else:
                env.reset()
        return amount

    return steps


def _sync_name(kind: str) -> str:
    return f"sync, {SINGLE} seats, {kind}"


def _profile(steps: Callable[[int], int], amount: int = 300) -> None:
    """Print a profile of some steps."""
    profile = cProfile.Profile(time.process_time)
    profile.runcall(steps, amount)
    pstats.Stats(profile).sort_stats("tottime").print_stats(22)


if __name__ == "__main__":
    main()
