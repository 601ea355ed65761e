"""DQN with AgileRL for one seat of Ludo against three random players; ten minutes.

    pip install torch && pip install agilerl peft  # torch 2.13.0, agilerl 2.58.0, pettingzoo 1.26.1
    python examples/agilerl_dqn.py [--steps 2000] [--seed 1] [--curve agilerl.csv]

AgileRL imports peft without naming it. Masks are in the infos, as it wants them.
"""

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components import ReplayBuffer
from agilerl.components.data import Transition
from learning_curve import LearningCurve
from trainer_options import option_parser, policy_of, read_options

import ludo_env  # noqa: F401  (registers the games)

GAMES, EPOCH = 64, 50_000  # games side by side, decisions between two matches


def main():
    """Train, and write the learning curve."""
    options = read_options(option_parser(__doc__, "agilerl", 1_000_000))
    envs = gymnasium.make_vec(
        "ludo_env/Ludo-v0", GAMES, opponents="random", autoreset_mode="SameStep", illegal="raise"
    )
    learner = DQN(
        envs.single_observation_space,
        envs.single_action_space,
        net_config={"latent_dim": 128, "encoder_config": {"hidden_size": [128]}},
        batch_size=256,
        lr=3e-4,
        gamma=0.999,
        tau=0.01,
        double=True,
    )
    memory = ReplayBuffer(200_000)
    curve = LearningCurve(options.curve, "agilerl", options.seed, options.games)
    seen, infos = envs.reset(seed=options.seed)
    decisions, shown = 0, 0
    while decisions < options.steps:
        explored = max(0.05, 1 - decisions / (0.2 * options.steps))
        actions = learner.get_action(seen, explored, infos["action_mask"])
        later, rewards, terminated, truncated, infos = envs.step(actions)
        reached = later.copy()
        for game in np.flatnonzero(terminated | truncated):
            reached[game] = infos["final_obs"][game]
        step = Transition(
            obs=torch.from_numpy(seen),
            action=actions,
            next_obs=torch.from_numpy(reached),
            reward=rewards,
            done=terminated,
            batch_size=[GAMES],
        )
        memory.add(step.to_tensordict())
        seen, decisions = later, decisions + GAMES
        if len(memory) >= 1000:
            learner.learn(memory.sample(learner.batch_size))
        if decisions >= min(shown + EPOCH, options.steps):
            curve.add(policy_of(learner.actor), decisions)
            shown = decisions


if __name__ == "__main__":
    main()
