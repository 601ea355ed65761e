"""The network of `piece_network.py` as a module of RLlib, with masks."""

from piece_network import PieceCritic, PieceNetwork
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule

ILLEGAL = -1e9  # its probability is 0


class PieceModule(TorchRLModule, ValueFunctionAPI):
    """Logits from the same weights for every piece; for the observation style "compact"."""

    def setup(self):
        """Make the layers."""
        self.body = PieceNetwork()
        self.critic = PieceCritic(self.body)

    def _forward(self, batch, **keywords):
        seen = batch[Columns.OBS]
        scores = self.body(seen["observations"])[0]
        return {Columns.ACTION_DIST_INPUTS: scores.masked_fill(seen["action_mask"] == 0, ILLEGAL)}

    def compute_values(self, batch, embeddings=None):
        """Return the values for the player to act."""
        return self.critic(batch[Columns.OBS]["observations"])[..., 0]
