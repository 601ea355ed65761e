"""`examples/ppo_selfplay.py` and its network, where PyTorch is installed."""

import csv
import sys
from pathlib import Path

import numpy as np
import pytest
from load_script import load_script

from ludo_env import ludo_v0
from ludo_env.arena import match

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = ("--decisions", "2000", "--envs", "8", "--games", "8", "--every", "1000")


@pytest.fixture
def ppo(monkeypatch):
    """Return the example as a module."""
    monkeypatch.syspath_prepend(EXAMPLES)
    return load_script(EXAMPLES / "ppo_selfplay.py")


def run(example, monkeypatch, *options):
    """Run the example with these options."""
    monkeypatch.setattr(sys, "argv", ["ppo_selfplay.py", *map(str, options)])
    example.main()


def test_it_trains_and_plays(ppo, monkeypatch, tmp_path, capsys):
    """It prints a line per rollout, writes a curve and a checkpoint, and plays the checkpoint."""
    net, curve = tmp_path / "net.pt", tmp_path / "curve.csv"
    run(ppo, monkeypatch, *SHORT, "--save", net, "--curve", curve)
    lines = capsys.readouterr().out.splitlines()
    assert " 1,024 decisions " in lines[0]
    assert " 2,048 decisions " in "".join(lines)
    assert lines[-2].startswith("won ")
    assert " of 8 games against 3 random players" in lines[-2]
    assert " of 8 games against 3 greedy players" in lines[-1]
    rows = list(csv.DictReader(curve.open(encoding="utf-8")))
    assert [(row["decisions"], row["choose"]) for row in rows] == [
        ("1024", "argmax"), ("1024", "sample"), ("2048", "argmax"), ("2048", "sample"),
    ]  # fmt: skip
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []
    players = [ppo.agent(str(net)), ppo.agent(str(net), "sample"), "random", "random"]
    result = match(players, "ludo", 4, backend="python")
    assert result.agents[0].name == "net"
    assert sum(agent.wins for agent in result.agents) == 4


def test_it_continues_from_a_checkpoint(ppo, monkeypatch, tmp_path, capsys):
    """Decisions and CPU seconds add up; a finished run is only evaluated."""
    net = tmp_path / "net.pt"
    run(ppo, monkeypatch, *SHORT, "--save", net)
    before = torch.load(net, weights_only=True)
    capsys.readouterr()
    run(ppo, monkeypatch, *SHORT, "--save", net, "--resume", net, "--decisions", "3000")
    assert " 3,072 decisions " in capsys.readouterr().out.splitlines()[0]
    after = torch.load(net, weights_only=True)
    assert after["decisions"] == 3072
    assert after["cpu_seconds"] > before["cpu_seconds"]
    name = "body.move.1.weight"
    assert not torch.equal(before["network"][name], after["network"][name])
    run(ppo, monkeypatch, *SHORT, "--resume", net, "--decisions", "3000")
    assert [line[:4] for line in capsys.readouterr().out.splitlines()] == ["won ", "won "]


def test_it_stops_by_cpu_seconds(ppo, monkeypatch, capsys):
    """It stops after the rollout that uses up the seconds."""
    run(ppo, monkeypatch, *SHORT, "--decisions", "1000000000", "--cpu-seconds", "0.01")
    assert " 1,024 decisions " in capsys.readouterr().out


def test_a_checkpoint_is_written_whole(ppo, tmp_path, monkeypatch):
    """If writing fails, the older checkpoint is still there."""
    net = tmp_path / "net.pt"
    ppo.save(str(net), {"decisions": 1})

    def fails(state, path):
        Path(path).write_text("half", "utf-8")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ppo.torch, "save", fails)
    with pytest.raises(OSError, match="No space left"):
        ppo.save(str(net), {"decisions": 2})
    assert torch.load(net, weights_only=True) == {"decisions": 1}


def test_advantages_follow_each_seat(ppo):
    """The advantages of two seats that alternate are those of each seat's own decisions."""
    random = np.random.default_rng(0)
    steps = 6
    seats = np.arange(steps)[:, None] % 2
    values = random.random((steps, 1), np.float32)
    finals, dones = np.zeros((steps, 1, 4), np.float32), np.zeros((steps, 1), bool)
    dones[3], finals[3, 0, :2] = True, (-1, 1)  # seat 1 acts last and wins
    after = np.array([0.5], np.float32)
    found = ppo.advantages(seats, values, dones, finals, np.array([0]), after)[:, 0]
    value, both = values[:, 0], ppo.GAMMA * ppo.LAMBDA
    last = {2: -1 - value[2], 3: 1 - value[3], 4: ppo.GAMMA * 0.5 - value[4]}
    first = {t: ppo.GAMMA * value[t + 2] - value[t] + both * last[t + 2] for t in (0, 1)}
    np.testing.assert_allclose(found[:5], [{**first, **last}[t] for t in range(5)], rtol=1e-5)
    assert np.isnan(found[5])  # seat 1 has not acted again


def test_the_network_sees_a_capture(ppo):
    """One input of the network is the enemy on the square where a piece would land."""
    from piece_network import AROUND, surroundings

    env = ludo_v0.env(observation="compact", backend="python")
    env.reset(options={"position": "p0=10,y,y,f p1=1,y,y,y turn=0 dice=4"})
    row = torch.from_numpy(env.observe("player_0")["observation"][None]).long()
    place, die, captured = row[:, :16].view(-1, 4, 4), row[:, 16:17], row[:, 21:22] > 0
    landing, near = surroundings(place, die, captured)
    assert landing[0, 0] == 15  # as in "compact": 14 steps from the entry, plus one
    here, there = near[0, 0].view(2, len(AROUND), 2)
    middle = len(AROUND) // 2
    assert here[middle].tolist() == [1, 0]  # own pieces, others
    assert there[middle].tolist() == [0, 1]
    assert there[middle - 4].tolist() == [1, 0]  # its present square
