"""Policies saved by trainers, as agents: the examples for PyTorch, SB3 and ONNX."""

import pathlib

import numpy as np
import pytest
from load_script import load_script

from ludo_env.agents import League, make_agent
from ludo_env.arena import match
from ludo_env.testing import check_agent

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
OWN = {"num_players": 2, "backend": "python", "max_steps": 20}


def plays(agent, name):
    """Check that the check of agents passes, and that the arena has the same table in any batch."""
    assert check_agent(agent, games=1) > 50
    players = [agent, "random", "random", "random"]
    tables = [
        match(players, "ludo", games=4, seed=1, backend="python", chunk=size) for size in (1, 4)
    ]
    assert tables[0] == tables[1]
    assert tables[0].agents[0].name == name


def rows(count):
    """Return observations and masks of no particular game."""
    return np.random.default_rng(0).random((count, 307), np.float32), np.ones((count, 5), np.int8)


def written_onnx(path, weights, bias):
    """Return an ONNX file with one linear layer, written by hand."""
    onnx = pytest.importorskip("onnx", reason="ONNX is not installed")
    helper, numbers = onnx.helper, onnx.numpy_helper.from_array
    kind = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [helper.make_node("Gemm", ["seen", "weights", "bias"], ["scores"])],
        "linear",
        [helper.make_tensor_value_info("seen", kind, ["rows", 307])],
        [helper.make_tensor_value_info("scores", kind, ["rows", 5])],
        [numbers(weights, "weights"), numbers(bias, "bias")],
    )
    versions = {"ir_version": 8, "opset_imports": [helper.make_opsetid("", 17)]}
    onnx.save(helper.make_model(graph, **versions), path)


@pytest.mark.parametrize("choose", ["argmax", "sample"])
def test_weights_of_pytorch(choose, tmp_path):
    """The agent from a file of weights is the saved network, and a deep copy does not change."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    example = load_script(EXAMPLES / "torch_policy.py")
    net = example.network(width=8)
    torch.save(net.state_dict(), tmp_path / "net.pt")
    agent = example.agent(str(tmp_path / "net.pt"), choose)
    plays(agent, "net")
    seen, masks = rows(3)
    scores = agent.policy(seen, masks)
    np.testing.assert_allclose(scores, net(torch.from_numpy(seen)).detach().numpy(), rtol=1e-5)
    with torch.no_grad():
        net[0].weight += 1
    np.testing.assert_array_equal(agent.policy(seen, masks), scores)


def test_the_text_of_an_example_is_an_agent(tmp_path):
    """As on the command line, the text has the file, the agent's maker and the network's path."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    example, path = EXAMPLES / "torch_policy.py", tmp_path / "net.pt"
    torch.save(load_script(example).network(width=8).state_dict(), path)
    text = f"{example}:agent:path={path}"
    assert make_agent(text).name == "net"
    assert [member.agent.name for member in League([text, "random"]).members] == ["net", "random"]


def test_a_model_of_sb3_is_trained_in_a_league(tmp_path):
    """Frozen copies join during training; the saved model plays like the one in memory."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.set_num_threads(1)
    example = load_script(EXAMPLES / "sb3_policy.py")
    path = tmp_path / "ppo.zip"
    league = example.train(path, 4 * 64 * 4, games=4, **OWN)
    names = [member.name for member in league.members]
    assert names == ["random", "256 steps", "768 steps"]
    frozen = [member.agent for member in league.members[1:]]
    seen, masks = rows(3)
    assert not np.allclose(*(agent.policy(seen, masks) for agent in frozen))
    agent = example.agent(str(path))
    plays(agent, "ppo")
    assert agent.policy(seen, masks).shape == (3, 5)


def test_a_network_in_onnx(tmp_path):
    """The scores are those of the file, for any number of rows."""
    pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    weights, bias = (np.random.default_rng(1).random(shape, np.float32) for shape in ((307, 5), 5))
    written_onnx(tmp_path / "net.onnx", weights, bias)
    agent = load_script(EXAMPLES / "onnx_policy.py").agent(str(tmp_path / "net.onnx"))
    plays(agent, "net")
    for count in (1, 7):
        seen, masks = rows(count)
        np.testing.assert_allclose(agent.policy(seen, masks), seen @ weights + bias, rtol=1e-4)


def test_a_folder_of_checkpoints_is_a_league(tmp_path):
    """The function that the command line calls also loads the members of a league."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    gymnasium = pytest.importorskip("gymnasium")
    example = load_script(EXAMPLES / "torch_policy.py")
    for step in (1, 2):
        torch.save(example.network(width=8).state_dict(), tmp_path / f"step_{step}.pt")
    league = League(tmp_path, load=example.agent, pattern="*.pt")
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 4, opponents=league, **OWN)
    _, infos = envs.reset(seed=1)
    for _ in range(10):
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert {member.name for member in league.members} == {"step_1.pt", "step_2.pt"}
    assert set(np.unique(infos["members"])) == {-1, 0, 1}
