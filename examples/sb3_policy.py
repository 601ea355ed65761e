r"""A policy of Stable-Baselines3 as an agent, trained against a league of its past versions.

    python examples/sb3_policy.py ppo.zip --steps 100000

trains with MaskablePPO, saves the policy, and plays it in the arena. On the command line

    ludo-env arena --games 40 \
      --agents examples/sb3_policy.py:agent:path=ppo.zip,greedy,random,random

The library needs only `agent(path)`; PPO and A2C have the same `policy.get_distribution`.
"""

import argparse
from io import BytesIO
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from ludo_env.adapters.sb3 import SeatVecEnv
from ludo_env.agents import League, policy_agent
from ludo_env.arena import match


def agent(path="ppo.zip", choose="argmax"):
    """Return the agent of a saved model (`model.save(path)`)."""
    torch.set_num_threads(1)  # more threads make a small network slower
    model = MaskablePPO.load(path, device="cpu")
    return of_policy(model.policy, choose, name=Path(path).stem)


def of_policy(policy, choose="argmax", name="policy"):
    """Return the agent of a policy, which must not be trained further."""
    policy.set_training_mode(False)

    def scores(observations, masks):  # (rows, columns) -> (rows, actions); one call for all games
        with torch.inference_mode():
            seen, _ = policy.obs_to_tensor(observations)
            return policy.get_distribution(seen).distribution.logits.cpu().numpy()

    return policy_agent(scores, style="features", choose=choose, name=name)


def frozen(policy):
    """Return a copy of a policy; `deepcopy` fails on one that has been trained on."""
    file = BytesIO()
    policy.save(file)
    file.seek(0)
    return type(policy).load(file, device="cpu")


class AddToLeague(BaseCallback):
    """Adds a frozen copy of the policy to a league after every few rollouts."""

    def __init__(self, league, every):
        super().__init__()
        self.league, self.every, self.rollouts = league, every, 0

    def _on_rollout_start(self):
        self.rollouts += 1
        if self.rollouts % self.every == 0:
            agent = of_policy(frozen(self.model.policy), choose="sample")
            self.league.add(agent, f"{self.num_timesteps} steps")

    def _on_step(self):
        return True


def train(path, steps, games=128, every=2, seed=1, **keywords):
    """Train against the league and save the policy; return the league."""
    league = League(sampling="prioritized", capacity=20)
    league.add("random", keep=True)
    envs = SeatVecEnv("ludo_env/Ludo-v0", games, opponents=league, **keywords)
    model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=2048, seed=seed, device="cpu")
    model.learn(steps, callback=AddToLeague(league, every))
    model.save(path)
    return league


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("path", nargs="?", default="ppo.zip", help="where the policy is saved")
    parser.add_argument("--steps", type=int, default=100_000, help="how long to train")
    options = parser.parse_args()
    print(train(options.path, options.steps))
    print(match([agent(options.path), "greedy", "random", "random"], "ludo", games=40))
