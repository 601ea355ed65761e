"""DQN with AgileRL for one seat of Ludo against three random players; two minutes.

    pip install torch && pip install agilerl peft  # torch 2.13.0, agilerl 2.58.0, pettingzoo 1.26.1
    python examples/agilerl_dqn.py [--steps 2000] [--seed 1] [--curve agilerl.csv]

AgileRL imports peft without declaring it. Its DQN takes the best value of the next position, legal
or not, so here the network gets the mask with the observation.
"""

import gymnasium
import numpy as np
from agilerl.algorithms import DQN
from agilerl.components import ReplayBuffer
from agilerl.components.data import Transition
from agilerl.modules.dummy import DummyEvolvable
from learning_curve import LearningCurve
from piece_values import PieceValues
from trainer_options import option_parser, read_options

import ludo_env  # noqa: F401  (registers the games)

GAMES, EPOCH = 64, 50_000  # games side by side, decisions between two matches
SEATS = {"opponents": "random", "seat": "random", "observation": "compact", "auto_pass": True}
SEATS |= {"action_mask": "obs", "autoreset_mode": "SameStep", "illegal": "raise"}


class Values(PieceValues):
    """A network in the form of AgileRL, with observation and mask."""

    def forward(self, seen):
        """Return values of all actions."""
        return super().forward(seen["observation"], seen["action_mask"])


def main():
    """Train, and write the learning curve."""
    options = read_options(option_parser(__doc__, "agilerl", 600_000))
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", GAMES, **SEATS)
    learner = DQN(
        envs.single_observation_space,
        envs.single_action_space,
        actor_network=DummyEvolvable("cpu", module_fn=Values),
        batch_size=256,
        lr=1e-3,
        gamma=0.999,
        tau=0.01,
        double=True,
    )
    memory = ReplayBuffer(200_000)
    curve = LearningCurve(options.curve, "agilerl", options.seed, options.games, "compact")
    seen, infos = envs.reset(seed=options.seed)
    decisions, shown = 0, 0
    while decisions < options.steps:
        explored = max(0.05, 1 - decisions / (0.1 * options.steps))
        actions = learner.get_action(seen, explored, seen["action_mask"])
        later, rewards, terminated, truncated, infos = envs.step(actions)
        reached = {name: rows.copy() for name, rows in later.items()}
        for game in np.flatnonzero(terminated | truncated):
            for name, rows in reached.items():
                rows[game] = infos["final_obs"][game][name]
        step = Transition(seen, actions, reached, rewards, terminated, batch_size=[GAMES])
        memory.add(step.to_tensordict())
        seen, decisions = later, decisions + GAMES
        if len(memory) >= 1000:
            for _ in range(2):
                learner.learn(memory.sample(learner.batch_size))
        if decisions >= min(shown + EPOCH, options.steps):
            curve.add(learner.actor.policy, decisions)
            shown = decisions


if __name__ == "__main__":
    main()
