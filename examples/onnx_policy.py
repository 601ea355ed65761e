r"""A network in an ONNX file as an agent, without the framework that exported it.

    python examples/onnx_policy.py net.onnx

plays it in the arena. PyTorch, with onnx and onnxscript installed, exports a network as follows:

    rows = torch.export.Dim("rows")
    torch.onnx.export(net, (torch.zeros(2, 307),), "net.onnx", dynamic_shapes=({0: rows},))

On the command line

    ludo-env arena --games 40 \
      --agents examples/onnx_policy.py:agent:path=net.onnx,greedy,random,random

The first input has a row for each game, and the first output a score for each action.
"""

import sys
from pathlib import Path

import onnxruntime

from ludo_env.agents import policy_agent
from ludo_env.arena import match


def agent(path="net.onnx", choose="argmax"):
    """Return the agent of a network in an ONNX file."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # more threads make a small network slower
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def policy(observations, masks):  # (rows, columns) -> (rows, actions); all games in one call
        return session.run(None, {name: observations})[0]

    return policy_agent(policy, style="features", choose=choose, name=Path(path).stem)


if __name__ == "__main__":
    file = sys.argv[1] if len(sys.argv) > 1 else "net.onnx"
    print(match([agent(file), "greedy", "random", "random"], "ludo", games=40))
