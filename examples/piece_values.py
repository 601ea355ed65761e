"""The network of `piece_network.py` as values of actions, for trainers that learn those (DQN)."""

import numpy as np
import torch
from piece_network import PieceCritic, PieceNetwork
from torch import nn

LOSS = -1.0  # the lowest value
SHARPNESS = 20  # sampled actions: 0.01 more value means 1.2 times the probability


class PieceValues(nn.Module):
    """Values of the actions in "compact" rows: the value of the position plus a score per move."""

    def __init__(self):
        super().__init__()
        self.body = PieceNetwork()
        self.critic = PieceCritic(self.body)

    def forward(self, rows, masks):
        """Return values (rows, actions); illegal actions count as losses.

        A trainer that takes the best value of the next position must not take that of an illegal
        action, as it would never be corrected.
        """
        scores, described = self.body(torch.as_tensor(rows))
        values = self.critic.head(described) + scores
        return torch.where(torch.as_tensor(masks) > 0, values, LOSS)

    def policy(self, observations, masks):
        """Return scores for `policy_agent`, from and to arrays."""
        with torch.no_grad():
            # Subclasses have a `forward` for their trainer, so this class's own is called.
            values = PieceValues.forward(self, np.array(observations), np.array(masks))
            return SHARPNESS * values.numpy()
