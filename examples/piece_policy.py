"""The network of `piece_network.py` as a policy of sb3-contrib's MaskablePPO."""

import torch
from piece_network import ACTIONS, PieceNetwork
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn


class PieceLayers(nn.Module):
    """The layers between SB3's input and outputs: scores of actions, and features of a row."""

    latent_dim_pi, latent_dim_vf = ACTIONS, 64

    def __init__(self):
        super().__init__()
        self.body = PieceNetwork()
        self.critic = nn.Sequential(nn.Linear(self.body.described_by, 64), nn.ReLU())

    def forward(self, obs):
        """Return the inputs of SB3's output layers for the actions and for the value."""
        scores, described = self.body(obs)
        return scores, self.critic(described)

    def forward_actor(self, obs):
        """Return the first of the two."""
        return self(obs)[0]

    def forward_critic(self, obs):
        """Return the second of the two."""
        return self(obs)[1]


class PiecePolicy(MaskableActorCriticPolicy):
    """Logits from the same weights for every piece; for the observation style "compact"."""

    def __init__(self, *arguments, **keywords):
        # The network has its own initial weights: all actions are equally likely at the start.
        super().__init__(*arguments, **{**keywords, "ortho_init": False})

    def _build_mlp_extractor(self):
        self.mlp_extractor = PieceLayers()

    def _build(self, lr_schedule):
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the scores are logits already


def policy_of(model):
    """Return a model as a function of arrays, as `policy_agent` takes it."""

    @torch.inference_mode()
    def scores(observations, masks):
        shown = model.policy.get_distribution(torch.from_numpy(observations))
        return shown.distribution.logits.numpy()

    return scores
