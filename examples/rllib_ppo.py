"""Masked PPO with RLlib (new API stack), here or on a Ray cluster; three minutes.

    pip install torch && pip install "ray[rllib]"  # torch 2.13.0, ray 2.60.0, gymnasium 1.2.2
    python examples/rllib_ppo.py [--view seat] [--steps 2000] [--address HOST:6379]

The view is "seat" (one seat against three random players), or "aec" or "parallel": one network
that plays all seats. On a cluster, ludo_env must be installed on every machine.
"""

import gymnasium
import ray
import torch
from learning_curve import LearningCurve
from piece_module import PieceModule
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.tune.registry import register_env
from trainer_options import option_parser, policy_of, read_options

from ludo_env import ludo_v0
from ludo_env.adapters.rllib import rllib_env

PLAIN = {"observation": "compact", "auto_pass": True}
SEAT = {"opponents": "random", "seat": "random", "action_mask": "obs"}
VIEWS = {
    "seat": lambda: gymnasium.make("ludo_env/Ludo-v0", **SEAT, **PLAIN),
    "aec": lambda: ludo_v0.env(**PLAIN),
    "parallel": lambda: ludo_v0.parallel_env(**PLAIN),
}


def configuration(options):
    """Return PPO with masks for a view; in a multi-agent one all agents share a network."""
    register_env("ludo", lambda config: rllib_env(VIEWS[config["view"]]()))
    model = RLModuleSpec(PieceModule)
    config = (
        PPOConfig()
        .environment("ludo", env_config={"view": options.view})
        .env_runners(num_env_runners=options.runners, num_envs_per_env_runner=8)
        .training(gamma=0.999, lambda_=0.95, lr=[[0, 1e-3], [options.steps, 0.0]], num_epochs=2)
        .training(entropy_coeff=0.01, use_kl_loss=False, clip_param=0.2, grad_clip=0.5)
        .training(train_batch_size_per_learner=min(4000, options.steps), minibatch_size=500)
        .debugging(seed=options.seed)
    )
    if options.view == "seat":
        return config.rl_module(rl_module_spec=model)
    config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
    return config.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": model}))


def main():
    """Train, and write the learning curve."""
    parser = option_parser(__doc__, "rllib", 600_000)
    parser.add_argument("--view", choices=VIEWS, default="seat")
    parser.add_argument("--address", help="of a Ray cluster; without it, Ray starts here")
    parser.add_argument("--runners", type=int, default=0, help="processes that play")
    options = read_options(parser)
    ray.init(address=options.address, include_dashboard=False)
    algorithm = configuration(options).build_algo()
    name = f"rllib_{options.view}"
    curve = LearningCurve(options.curve, name, options.seed, options.games, "compact")
    module = algorithm.get_module("default_policy" if options.view == "seat" else "shared")

    def logits(rows):  # with all actions legal, as the agent excludes the illegal ones
        seen = {"observations": rows, "action_mask": torch.ones(1)}
        return module.forward_inference({"obs": seen})["action_dist_inputs"]

    decisions, shown = 0, 0
    while decisions < options.steps:
        decisions = int(algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"])
        if decisions >= min(shown + 50_000, options.steps):
            curve.add(policy_of(logits), decisions)
            shown = decisions
    algorithm.stop()


if __name__ == "__main__":
    main()
