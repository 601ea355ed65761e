"""The network of `piece_network.py` as values of actions, for trainers that learn those (DQN)."""

import numpy as np
import torch
from piece_network import PieceCritic, PieceNetwork
from torch import nn

LOSS = -1.0  # nothing is worth less
SHARPNESS = 20  # sampled actions: a hundredth more value is chosen 1.2 times as often


class PieceValues(nn.Module):
    """Values of the actions in "compact" rows: that of the position, and what each move adds."""

    def __init__(self):
        super().__init__()
        self.body = PieceNetwork()
        self.critic = PieceCritic(self.body)

    def forward(self, rows, masks):
        """Return values (rows, actions); illegal actions count as losses.

        A trainer that takes the best value of the next position must not take that of an illegal
        action, which nothing ever corrects.
        """
        scores, described = self.body(torch.as_tensor(rows))
        values = self.critic.head(described) + scores
        return torch.where(torch.as_tensor(masks) > 0, values, LOSS)

    def policy(self, observations, masks):
        """Return scores for `policy_agent`, of arrays."""
        with torch.no_grad():
            # Subclasses take what their trainer gives.
            values = PieceValues.forward(self, np.array(observations), np.array(masks))
            return SHARPNESS * values.numpy()
