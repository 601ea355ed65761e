"""Masked PPO with TorchRL for one seat of Ludo against three random players; two minutes.

    pip install torch && pip install torchrl      # torch 2.13.0, torchrl 0.14.1, gymnasium 1.4.0
    python examples/torchrl_ppo.py [--steps 2000] [--seed 1] [--curve torchrl.csv]

One environment has 256 games: `gymnasium.make_vec` in a `GymWrapper`, with masks from the infos.
"""

import gymnasium
import torch
from learning_curve import LearningCurve
from piece_network import PieceCritic, PieceNetwork, PieceScores
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE
from trainer_options import option_parser, policy_of, read_options

import ludo_env  # noqa: F401  (registers the games)

GAMES, STEPS, BATCH, RATE = 256, 64, 2048, 1e-3
SEATS = {"opponents": "random", "seat": "random", "observation": "compact", "auto_pass": True}


def make_env():
    """Return the games; TorchRL resets finished ones itself, as it does not support NextStep."""
    # TorchRL tries any action before it knows the masks, so illegal ones are substituted.
    choices = SEATS | {"autoreset_mode": "Disabled", "illegal": "substitute"}
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", GAMES, **choices)
    env = GymWrapper(envs, categorical_action_encoding=True).auto_register_info_dict()
    cast = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(cast, ActionMask()))


def main():
    """Train, and write the learning curve."""
    options = read_options(option_parser(__doc__, "torchrl", 3_000_000))
    scores = PieceScores(PieceNetwork())
    actor = ProbabilisticActor(
        TensorDictModule(scores, in_keys=["observation"], out_keys=["logits"]),
        {"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(PieceCritic(PieceNetwork()), in_keys=["observation"])
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    gae = GAE(gamma=0.999, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam(loss.parameters(), RATE)
    curve = LearningCurve(options.curve, "torchrl", options.seed, options.games, "compact")

    decisions, shown, size = 0, 0, min(GAMES * STEPS, -(-options.steps // GAMES) * GAMES)
    total = -(-options.steps // size) * size
    for frames in Collector(make_env(), actor, frames_per_batch=size, total_frames=total):
        optimizer.param_groups[0]["lr"] = RATE * (1 - decisions / total)
        with torch.no_grad():
            gae(frames)
        rows = frames.reshape(-1)
        for part in torch.randperm(len(rows)).split(BATCH):
            terms = loss(rows[part])
            optimizer.zero_grad()
            (terms["loss_objective"] + terms["loss_critic"] + terms["loss_entropy"]).backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimizer.step()
        decisions += len(rows)
        if decisions >= min(shown + 250_000, options.steps):
            curve.add(policy_of(scores), decisions)
            shown = decisions


if __name__ == "__main__":
    main()
