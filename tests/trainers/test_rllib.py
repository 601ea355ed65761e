"""RLlib: the adapter in its three views, and the example in each of them."""

import secrets
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from fresh_process import run

from ludo_env import LudoError, generals_v0, ludo_v0

# Ray can be installed without RLlib, which needs PyTorch and other packages.
pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
pytest.importorskip("ray.rllib", reason='RLlib is not installed: pip install "ray[rllib]"')

from ludo_env.adapters.rllib import rllib_env

OWN = {"num_players": 2, "backend": "python"}
SEAT = {"opponents": "random", "backend": "python"}


def played(env, seed):
    """Play a game with legal actions; return the sum of each agent's rewards, and the last ends."""
    chance, returns = np.random.default_rng(seed), {}
    seen, _ = env.reset(seed=seed)
    ends = truncations = {"__all__": False}
    while not (ends["__all__"] or truncations["__all__"]):
        for agent, row in seen.items():
            assert env.observation_spaces[agent].contains(row)
        actions = {
            agent: int(chance.choice(np.flatnonzero(row["action_mask"])))
            for agent, row in seen.items()
        }
        seen, rewards, ends, truncations, _ = env.step(actions)
        for agent, reward in rewards.items():
            returns[agent] = returns.get(agent, 0) + reward
    return returns, ends


@pytest.mark.parametrize("make", [ludo_v0.env, ludo_v0.parallel_env])
def test_games_of_many_agents(make):
    """Observations and masks are float32; at the end all agents have rewards, and all end."""
    env = rllib_env(make(**OWN))
    assert env.possible_agents == ["player_0", "player_1"]
    for seed in range(3):
        returns, ends = played(env, seed)
        assert sorted(returns.values()) == [-1, 1]
        assert ends == {"player_0": True, "player_1": True, "__all__": True}


def test_planes_and_idle_actions():
    """Generals has observations of three dimensions and, in parallel, one more action."""
    for make, actions in ((generals_v0.env, 602), (generals_v0.parallel_env, 603)):
        env = rllib_env(make(backend="python"))
        seen, _ = env.reset(seed=1)
        for agent, row in seen.items():
            assert row["action_mask"].shape == (actions,)
            assert row["observations"].dtype == row["action_mask"].dtype == np.float32
            assert env.observation_spaces[agent].contains(row)


def test_a_single_seat():
    """The single seat is a Gymnasium environment with the same two keys."""
    env = rllib_env(gymnasium.make("ludo_env/Ludo-v0", action_mask="obs", **SEAT))
    seen, _ = env.reset(seed=1)
    assert list(seen) == ["observations", "action_mask"]
    assert env.observation_space.contains(seen)
    assert env.observation_space.contains(env.step(int(seen["action_mask"].argmax()))[0])


def test_pictures():
    """Pictures are in the render mode of the environment."""
    env = rllib_env(ludo_v0.env(**OWN, render_mode="ansi"))
    env.reset(seed=1)
    assert "player_0" in env.render()


def test_what_is_refused():
    """Masks in infos (RLlib does not read them) and other objects than environments are refused."""
    for env in (
        ludo_v0.env(**OWN, action_mask="info"),
        gymnasium.make("ludo_env/Ludo-v0", **SEAT),
    ):
        with pytest.raises(LudoError, match='say action_mask="obs"'):
            rllib_env(env)
    with pytest.raises(LudoError, match=r"RLlib plays environments .* not 'ludo_v0'"):
        rllib_env("ludo_v0")


def test_the_lines_on_the_page(run_page):
    """The code on the page trains once, all seats with one policy."""
    run_page("RLlib")


@pytest.mark.parametrize("view", ["seat", "aec", "parallel"])
def test_the_example(view, check_curve):
    """The example trains for 2000 decisions and writes its curve."""
    check_curve("rllib_ppo", "--view", view, trainer=f"rllib_{view}")


def test_the_library_needs_no_ray(tmp_path):
    """Only the adapter imports Ray."""
    code = "import sys, ludo_env, ludo_env.adapters; print('ray' in sys.modules)"
    assert run(code, tmp_path).stdout == "False\n"


def test_the_example_on_a_cluster(cluster, check_curve):
    """The example runs on a cluster given by its head's address, with a Ray process that plays."""
    check_curve("rllib_ppo", "--address", cluster, "--runners", "1", trainer="rllib_seat")


@pytest.fixture
def cluster(monkeypatch):
    """Start the head of a Ray cluster on this machine, with a token; return its address."""
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # Ray's socket names must be short.
    with tempfile.TemporaryDirectory(prefix="ray") as folder:
        command = [Path(sys.executable).with_name("ray"), "start", "--head", "--block"]
        command += ["--node-ip-address", "127.0.0.1", "--port", str(port), "--num-cpus", "2"]
        command += ["--include-dashboard", "false", "--disable-usage-stats"]
        log = Path(folder) / "head.txt"
        with log.open("w") as file:
            head = subprocess.Popen([*command, "--temp-dir", folder], stdout=file, stderr=file)
        try:
            deadline = time.monotonic() + 120
            while "started" not in log.read_text():
                assert head.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.5)
            yield f"127.0.0.1:{port}"
        finally:
            head.terminate()
            head.wait(60)
