"""Training with MaskablePPO: `SeatVecEnv` and `DummyVecEnv`, with the same network and settings.

    python benchmarks/sb3.py [--rounds 3]

Needs stable-baselines3 and sb3-contrib. All contestants collect rollouts of the same size and learn
from them in the same way, with the settings of `examples/maskable_ppo.py`, once with its network
and once with SB3's own. They take turns, and the best turn of each counts. Rates are decisions per
CPU second: during rollouts, during learning, and in total.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from ludo_env.adapters.sb3 import SeatVecEnv

sys.path.append(str(Path(__file__).parents[1] / "examples"))
from maskable_ppo import SEATS, SETTINGS
from piece_policy import PiecePolicy

LUDO = "ludo_env/Ludo-v0"
ROLLOUT = 32_768  # decisions
# The networks: their policies and observation styles.
NETWORKS = {
    "examples/maskable_ppo.py": (PiecePolicy, "compact"),
    "MlpPolicy": ("MlpPolicy", "features"),
}
DUMMIES, BATCHES = (8, 64), (64, 512)


class Rates(NamedTuple):
    """Decisions per CPU second of one turn."""

    collecting: float
    learning: float
    training: float


class Watch(BaseCallback):
    """Notes the begin and end of each rollout, in CPU seconds."""

    def _on_rollout_start(self):
        self.begun = time.process_time()

    def _on_rollout_end(self):
        self.ended = time.process_time()

    def _on_step(self):
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    torch.set_num_threads(1)
    for network in NETWORKS:
        models = {name: model_of(envs, network) for name, envs in contestants(network).items()}
        best = {name: Rates(0, 0, 0) for name in models}
        for _ in range(rounds + 1):  # the first one is a warm-up with compilation
            for name, model in models.items():
                best[name] = max(best[name], turn(model), key=lambda rates: rates.training)
        report(network, best)


def contestants(network):
    """Return the vector environments by name."""
    seats = SEATS | {"observation": NETWORKS[network][1]}
    made = partial(gymnasium.make, LUDO, **seats)
    dummies = {f"DummyVecEnv, {n}": DummyVecEnv([made] * n) for n in DUMMIES}
    return dummies | {f"SeatVecEnv, {n}": SeatVecEnv(LUDO, n, **seats) for n in BATCHES}


def model_of(envs, network):
    """Return a model that is trained on them."""
    settings = SETTINGS | {"n_steps": ROLLOUT // envs.num_envs}
    return MaskablePPO(NETWORKS[network][0], envs, device="cpu", seed=1, **settings)


def turn(model):
    """Take one rollout and learn from it; return the rates."""
    watch = Watch()
    model.learn(ROLLOUT, watch, reset_num_timesteps=False)
    over = time.process_time()
    spent = (watch.ended - watch.begun, over - watch.ended, over - watch.begun)
    return Rates(*(ROLLOUT / seconds for seconds in spent))


def report(network, best):
    """Print the rates, and the ratios to the first contestant."""
    print(f"\n{network}: decisions per CPU second\n")
    print(f"{'':20}{'collecting':>12}{'learning':>12}{'training':>12}{'ratio':>8}")
    first = next(iter(best.values())).training
    for name, rates in best.items():
        numbers = "".join(f"{rate:12,.0f}" for rate in rates)
        print(f"{name:20}{numbers}{rates.training / first:8.2f}")


if __name__ == "__main__":
    main()
