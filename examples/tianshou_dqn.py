"""DQN with Tianshou for one seat of Ludo against three random players; five minutes.

    pip install torch && pip install tianshou      # torch 2.13.0, tianshou 2.0.1, gymnasium 1.4.0
    python examples/tianshou_dqn.py [--steps 2000] [--seed 1] [--curve tianshou.csv]

Tianshou reads the mask from the observation, under the names "obs" and "mask".
"""

import gymnasium
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from learning_curve import LearningCurve
from piece_values import PieceValues
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from trainer_options import option_parser, read_options

import ludo_env  # noqa: F401  (registers the games)

GAMES, EPOCH = 16, 20_000  # games side by side, decisions between two matches
EPOCHS = {"max_epochs": 1, "collection_step_num_env_steps": GAMES * 10, "batch_size": 256}
EPOCHS |= {"update_step_num_gradient_steps_per_sample": 0.05, "verbose": False}
EPOCHS["show_progress"] = False
SEATS = {"opponents": "random", "seat": "random", "observation": "compact", "auto_pass": True}


def make_env():
    """Return one game, with the mask where Tianshou expects it."""
    env = gymnasium.make("ludo_env/Ludo-v0", action_mask="obs", **SEATS)
    rows, masks = env.observation_space["observation"], env.observation_space["action_mask"]
    return TransformObservation(
        env,
        lambda seen: {"obs": seen["observation"], "mask": seen["action_mask"] == 1},
        spaces.Dict({"obs": rows, "mask": spaces.MultiBinary(masks.shape)}),
    )


class Values(PieceValues):
    """A network in the form of Tianshou, which masks the values itself."""

    def forward(self, rows, state=None, info=None):
        """Return values of all actions, and the state of a recurrent network."""
        return super().forward(rows, 1), state


def main():
    """Train, and write the learning curve."""
    options = read_options(option_parser(__doc__, "tianshou", 400_000))
    envs = DummyVectorEnv([make_env] * GAMES)
    envs.seed(options.seed)
    values = Values()
    actions = envs.action_space[0]
    algorithm = DQN(
        policy=DiscreteQLearningPolicy(model=values, action_space=actions, eps_training=0.1),
        optim=AdamOptimizerFactory(lr=3e-4),
        gamma=0.999,
        n_step_return_horizon=5,
        target_update_freq=500,
    )
    memory = VectorReplayBuffer(200_000, GAMES)
    collector = Collector(algorithm, envs, memory, exploration_noise=True)
    curve = LearningCurve(options.curve, "tianshou", options.seed, options.games, "compact")
    decisions = 0
    while decisions < options.steps:
        size = min(EPOCH, options.steps - decisions)
        algorithm.run_training(
            OffPolicyTrainerParams(training_collector=collector, epoch_num_steps=size, **EPOCHS)
        )
        decisions += size
        curve.add(values.policy, decisions)


if __name__ == "__main__":
    main()
