r"""A PyTorch network as an agent, from the weights that a trainer has saved.

    python examples/torch_policy.py net.pt

writes an untrained network if there is no such file, and plays it in the arena. On the command line

    ludo-env arena --games 40 \
      --agents examples/torch_policy.py:agent:path=net.pt,greedy,random,random

The library needs only `agent(path)`; replace the network by your own.
"""

import sys
from pathlib import Path

import torch
from torch import nn

from ludo_env.agents import policy_agent
from ludo_env.arena import match

COLUMNS, ACTIONS = 307, 5  # of an observation of four-player Ludo in the style "features"


def network(columns=COLUMNS, actions=ACTIONS, width=64):
    """Return an untrained network: a score for each action."""
    return nn.Sequential(nn.Linear(columns, width), nn.ReLU(), nn.Linear(width, actions))


def agent(path="net.pt", choose="argmax"):
    """Return the agent of saved weights (`torch.save(net.state_dict(), path)`)."""
    torch.set_num_threads(1)  # more threads make a small network slower
    weights = torch.load(path, map_location="cpu", weights_only=True)
    width, columns = weights["0.weight"].shape
    net = network(columns, len(weights["2.weight"]), width)
    net.load_state_dict(weights)
    return of_network(net, choose, name=Path(path).stem)


def of_network(net, choose="argmax", name="net"):
    """Return the agent of a network; pass a `deepcopy` if the network is trained further."""
    net.eval()

    def policy(observations, masks):  # (rows, columns) -> (rows, actions); all games in one call
        with torch.inference_mode():
            return net(torch.from_numpy(observations)).numpy()

    return policy_agent(policy, style="features", choose=choose, name=name)


if __name__ == "__main__":
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "net.pt")
    if not file.exists():
        torch.save(network().state_dict(), file)
    print(match([agent(file), "greedy", "random", "random"], "ludo", games=40))
