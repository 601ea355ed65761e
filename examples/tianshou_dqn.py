"""DQN with Tianshou for one seat of Ludo against three random players; ten minutes.

    pip install torch && pip install tianshou      # torch 2.13.0, tianshou 2.0.1, gymnasium 1.4.0
    python examples/tianshou_dqn.py [--steps 2000] [--seed 1] [--curve tianshou.csv]

Tianshou reads the mask from the observation, under the names "obs" and "mask".
"""

import gymnasium
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from learning_curve import LearningCurve
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net
from trainer_options import option_parser, policy_of, read_options

import ludo_env  # noqa: F401  (registers the games)

GAMES, EPOCH = 16, 20_000  # games side by side, decisions between two matches


def make_env():
    """Return one game, with the mask where Tianshou reads it."""
    env = gymnasium.make("ludo_env/Ludo-v0", opponents="random", action_mask="obs")
    rows, masks = env.observation_space["observation"], env.observation_space["action_mask"]
    return TransformObservation(
        env,
        lambda seen: {"obs": seen["observation"], "mask": seen["action_mask"] == 1},
        spaces.Dict({"obs": rows, "mask": spaces.MultiBinary(masks.shape)}),
    )


def main():
    """Train, and write the learning curve."""
    options = read_options(option_parser(__doc__, "tianshou", 400_000))
    envs = DummyVectorEnv([make_env] * GAMES)
    envs.seed(options.seed)
    inputs, actions = make_env().observation_space["obs"], envs.action_space[0]
    network = Net(state_shape=inputs.shape, action_shape=actions.n, hidden_sizes=(128, 128))
    algorithm = DQN(
        policy=DiscreteQLearningPolicy(model=network, action_space=actions, eps_training=0.1),
        optim=AdamOptimizerFactory(lr=3e-4),
        gamma=0.999,
        n_step_return_horizon=5,
        target_update_freq=500,
    )
    memory = VectorReplayBuffer(200_000, GAMES)
    collector = Collector(algorithm, envs, memory, exploration_noise=True)
    curve = LearningCurve(options.curve, "tianshou", options.seed, options.games)
    policy = policy_of(lambda rows: network(rows)[0])
    decisions = 0
    while decisions < options.steps:
        size = min(EPOCH, options.steps - decisions)
        algorithm.run_training(
            OffPolicyTrainerParams(
                training_collector=collector,
                max_epochs=1,
                epoch_num_steps=size,
                collection_step_num_env_steps=GAMES * 10,
                update_step_num_gradient_steps_per_sample=0.05,
                batch_size=256,
                verbose=False,
                show_progress=False,
            )
        )
        decisions += size
        curve.add(policy, decisions)


if __name__ == "__main__":
    main()
