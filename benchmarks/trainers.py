"""Decisions per CPU second: environments in the wrappers of trainers, and their examples.

    python benchmarks/trainers.py [--steps 20000]

It measures the installed trainers. "Plays" are random legal actions through the trainer's own
wrapper of environments; "trains" are decisions of the whole example, with its network and learning.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import gymnasium
import numpy as np

from ludo_env import ludo_v0

LUDO, EXAMPLES = "ludo_env/Ludo-v0", Path(__file__).parents[1] / "examples"
# The examples, with the packages they need.
TRAINED = {
    "torchrl_ppo": ("torchrl", []),
    "tianshou_dqn": ("tianshou", []),
    "agilerl_dqn": ("agilerl", []),
    "rllib_ppo": ("ray", []),
    "rllib_ppo, aec": ("ray", ["--view", "aec"]),
    "rllib_ppo, parallel": ("ray", ["--view", "parallel"]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=20_000)
    steps = parser.parse_args().steps
    if find_spec("torch"):  # a second thread would wait, and count as CPU time
        import_module("torch").set_num_threads(1)
    for name, (needed, make) in PLAYED.items():
        if find_spec(needed):
            play = make()
            play(steps // 20)
            begun = time.process_time()
            played = play(steps)
            print(f"plays   {name:44}{played / (time.process_time() - begun):10,.0f}", flush=True)
    for name, (needed, options) in TRAINED.items():
        if find_spec(needed):
            print(f"trains  {name:44}{rate_of(name, options, steps):10,.0f}", flush=True)


def legal(masks, chance):
    """Draw a legal action for each row."""
    return (masks * chance.random(np.shape(masks))).argmax(-1)


def gymnasium_batch():
    envs, chance = gymnasium.make_vec(LUDO, 256, opponents="random"), np.random.default_rng(0)
    _, infos = envs.reset(seed=1)

    def play(steps):
        nonlocal infos
        for _ in range(steps // 256):
            infos = envs.step(legal(infos["action_mask"], chance))[4]
        return steps // 256 * 256

    return play


def torchrl_batch():
    from torchrl.envs import ActionMask, GymWrapper, TransformedEnv

    settings = {"opponents": "random", "autoreset_mode": "Disabled", "illegal": "substitute"}
    envs = GymWrapper(gymnasium.make_vec(LUDO, 256, **settings), categorical_action_encoding=True)
    env = TransformedEnv(envs.auto_register_info_dict(), ActionMask())
    return lambda steps: env.rollout(steps // 256, break_when_any_done=False).numel()


def torchrl_agents(make):
    from torchrl.envs import PettingZooWrapper

    env = PettingZooWrapper(make(), use_mask=True)
    return lambda steps: env.rollout(steps // 10, break_when_any_done=False).numel()


def tianshou_seats():
    from tianshou.env import DummyVectorEnv

    made = lambda: gymnasium.make(LUDO, opponents="random", action_mask="obs")
    envs, chance = DummyVectorEnv([made] * 16), np.random.default_rng(0)

    def play(steps):
        seen, _ = envs.reset()
        for _ in range(steps // 16):
            actions = legal([row["action_mask"] for row in seen], chance)
            seen, _, terminated, truncated, _ = envs.step(actions)
            if ended := np.flatnonzero(terminated | truncated).tolist():
                seen[ended] = envs.reset(ended)[0]
        return steps // 16 * 16

    return play


def supersuit_agents():
    import supersuit

    single = supersuit.pettingzoo_env_to_vec_env_v1(ludo_v0.parallel_env(action_mask="info"))
    envs, chance = supersuit.concat_vec_envs_v1(single, 16), np.random.default_rng(0)

    def play(steps):
        _, infos = envs.reset(seed=1)
        for _ in range(steps // 64):
            actions = legal([info["action_mask"] for info in infos], chance)
            infos = envs.step(actions)[4]
        return steps // 64 * 16

    return play


def rllib_agents(make):
    from ludo_env.adapters.rllib import rllib_env

    env, chance = rllib_env(make()), np.random.default_rng(0)

    def play(steps):
        seen, _ = env.reset(seed=1)
        for _ in range(steps):
            masks = {agent: row["action_mask"] for agent, row in seen.items()}
            actions = {agent: int(legal(mask, chance)) for agent, mask in masks.items()}
            seen, _, ended, _, _ = env.step(actions)
            if ended["__all__"]:
                seen, _ = env.reset()
        return steps

    return play


def rate_of(name, options, steps):
    """Return the decisions per CPU second of an example."""
    with tempfile.TemporaryDirectory() as folder:
        curve = Path(folder) / "curve.csv"
        command = [sys.executable, EXAMPLES / f"{name.partition(',')[0]}.py", *options]
        command += ["--steps", str(steps), "--games", "20", "--curve", curve]
        subprocess.run(command, check=True, capture_output=True)
        with curve.open(newline="", encoding="utf-8") as file:
            last = list(csv.DictReader(file))[-1]
    return int(last["decisions"]) / float(last["cpu_seconds"])


# The players: the package each needs, and a function that makes a function of steps.
PLAYED = {
    "gymnasium.make_vec, 256": ("gymnasium", gymnasium_batch),
    "TorchRL GymWrapper, 256": ("torchrl", torchrl_batch),
    "TorchRL PettingZooWrapper, env": ("torchrl", lambda: torchrl_agents(ludo_v0.env)),
    "TorchRL PettingZooWrapper, parallel_env": (
        "torchrl",
        lambda: torchrl_agents(ludo_v0.parallel_env),
    ),
    "Tianshou DummyVectorEnv, 16 single seats": ("tianshou", tianshou_seats),
    "SuperSuit concat_vec_envs_v1, 16 parallel_env": ("supersuit", supersuit_agents),
    "RLlib rllib_env, env": ("ray", lambda: rllib_agents(ludo_v0.env)),
    "RLlib rllib_env, parallel_env": ("ray", lambda: rllib_agents(ludo_v0.parallel_env)),
}

if __name__ == "__main__":
    main()
