"""MaskablePPO of sb3-contrib, in 512 games against random players; a minute of a processor.

    pip install torch && pip install sb3-contrib       # torch 2.13.0, sb3-contrib 2.9.2
    python examples/maskable_ppo.py --save maskable.zip

`agent` returns the player of a saved model. Load only models that you trust: they contain code.
"""

import argparse
from pathlib import Path

import torch
from learning_curve import LearningCurve
from piece_policy import PiecePolicy, policy_of
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from ludo_env.adapters.sb3 import SeatVecEnv
from ludo_env.agents import policy_agent

torch.set_num_threads(1)  # other threads would wait most of the time
SEATS = {"opponents": "random", "seat": "random", "observation": "compact", "auto_pass": True}
SETTINGS = {"n_steps": 64, "batch_size": 2048, "n_epochs": 1, "gamma": 0.999, "ent_coef": 0.01}
SETTINGS["learning_rate"] = lambda left: 1e-3 * left  # decreases to zero
OPTIONS = {"decisions": 3_000_000, "every": 500_000, "games": 400, "envs": 512, "seed": 1}
OPTIONS |= dict.fromkeys(("save", "resume", "curve"))  # files: models, and a CSV file


class Evaluation(BaseCallback):
    """Save and evaluate the model at regular intervals and at the end."""

    def __init__(self, options, model):
        super().__init__()
        spent = getattr(model, "cpu_seconds", 0.0)
        run = (options.curve, "maskable_ppo", options.seed, options.games, "compact", spent)
        self.options, self.curve, self.last = options, LearningCurve(*run), model.num_timesteps

    def _on_step(self):
        return True

    def _on_rollout_start(self):
        if self.num_timesteps - self.last >= self.options.every:
            self._on_training_end()

    def _on_training_end(self):
        self.last = self.num_timesteps
        self.model.cpu_seconds = self.curve.cpu_seconds
        if self.options.save:
            self.model.save(f"{self.options.save}.part")
            Path(f"{self.options.save}.part").replace(self.options.save)
        self.curve.add(policy_of(self.model), self.last)


def agent(path, choose="argmax"):
    """Return the player of a saved model; choose="sample" draws with its probabilities."""
    return policy_agent(policy_of(loaded(path)), "compact", choose, name=Path(path).stem)


def loaded(path, envs=None):
    """Return a saved model."""
    return MaskablePPO.load(path, envs, "cpu", custom_objects={"policy_class": PiecePolicy})


def main():
    """Train, and evaluate against random players."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, value in OPTIONS.items():
        parser.add_argument(f"--{name}", type=type(value or ""), default=value)
    options = parser.parse_args()
    envs = SeatVecEnv("ludo_env/Ludo-v0", options.envs, **SEATS)
    model = MaskablePPO(PiecePolicy, envs, seed=options.seed, device="cpu", verbose=1, **SETTINGS)
    if options.resume:
        model = loaded(options.resume, envs)
    done, evaluation = model.num_timesteps, Evaluation(options, model)
    model.learn(options.decisions - done, evaluation, 10, reset_num_timesteps=not done)


if __name__ == "__main__":
    main()
