"""`examples/maskable_ppo.py`, where Stable-Baselines3 and sb3-contrib are installed."""

import csv
import sys
from pathlib import Path

import pytest
from load_script import load_script

from ludo_env.arena import match

pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = ("--decisions", "2000", "--envs", "16", "--games", "8", "--every", "1000")


@pytest.fixture
def maskable(monkeypatch):
    """Return the example as a module."""
    monkeypatch.syspath_prepend(EXAMPLES)
    return load_script(EXAMPLES / "maskable_ppo.py")


def run(example, monkeypatch, *options):
    """Run the example with these options."""
    monkeypatch.setattr(sys, "argv", ["maskable_ppo.py", *map(str, options)])
    example.main()


def test_it_trains_saves_continues_and_plays(maskable, monkeypatch, tmp_path):
    """It writes rows of a curve and a model, continues the model, and plays with it."""
    saved, curve = tmp_path / "model.zip", tmp_path / "curve.csv"
    run(maskable, monkeypatch, *SHORT, "--save", saved, "--curve", curve)
    rows = list(csv.DictReader(curve.open(encoding="utf-8")))
    assert {row["trainer"] for row in rows} == {"maskable_ppo"}
    assert [int(row["decisions"]) for row in rows[::2]] == [1024, 2048]
    run(maskable, monkeypatch, *SHORT, "--save", saved, "--resume", saved, "--decisions", "3000")
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []
    assert maskable.loaded(saved).num_timesteps == 3072
    player = maskable.agent(str(saved))
    result = match([player, maskable.agent(saved, "sample"), "random", "random"], "ludo", 4)
    assert result.agents[0].name == "model"


def test_all_pieces_share_their_weights(maskable):
    """When two pieces change places, their scores change places, and nothing else changes."""
    import torch
    from piece_policy import PieceLayers

    torch.manual_seed(1)
    layers = PieceLayers()
    torch.nn.init.normal_(layers.body.actor.weight)
    row = torch.zeros(1, 26)
    row[0, :4], row[0, 16] = torch.tensor([5.0, 9, 0, 0]), 3
    swapped = row[:, [1, 0, *range(2, 26)]]
    scores, other = layers.forward_actor(row), layers.forward_actor(swapped)
    torch.testing.assert_close(scores[0, [1, 0, 2, 3, 4]], other[0])
    torch.testing.assert_close(layers.forward_critic(row), layers.forward_critic(swapped))
    assert len(set(scores[0].tolist())) > 2
