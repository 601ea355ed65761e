"""Checkpoints of a training run: which are the newest, which agent plays them, and who wins."""

import os

import numpy as np
import pytest

from ludo_env import LudoError
from ludo_env import __main__ as cli
from ludo_env._engine.game import game_of
from ludo_env._play.checkpoints import Checkpoints
from ludo_env._play.training_games import TrainingGames
from ludo_env.agents.net_file import net_of, network_for, write_net
from ludo_env.catalogue import load_game, spec_with
from ludo_env.training.learner import first_numbers


def write_small_net(path, spec=None, seed=1, written=None):
    """Write a net that has learned nothing."""
    game = game_of(spec or spec_with("ludo", 2), "python")
    network = network_for(game, (3, 2))
    write_net(path, game, network, first_numbers(network, seed), {})
    if written is not None:
        os.utime(path, (written, written))


def played(games):
    """Play a new game of checkpoints to its end, and count it."""
    game = games.next_game()
    while not game.table.over:
        game.table.play(game.table.choose())
    games.count(game)
    return game


def test_the_newest_files_come_first(tmp_path):
    """They are sorted by time, then by numbers in names; parts and other files are left out."""
    for name, written in (("net_9", 50), ("net_10", 50), ("net_11", 40), ("old", 10)):
        write_small_net(tmp_path / f"{name}.npz", written=written)
    for name in (".net_12.npz.part", ".hidden.npz", "net_9.checkpoint.npz", "notes.txt"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "folder.npz").mkdir()
    names = [one.name for one in Checkpoints(tmp_path).newest_first()]
    assert names == ["net_10", "net_9", "net_11", "old"]
    assert [one.name for one in Checkpoints(tmp_path, pattern="o*").newest_first()] == ["old"]


def test_checkpoints_say_what_is_wrong(tmp_path):
    """A missing folder is reported, and an agent without a place for the file."""
    with pytest.raises(LudoError, match="is not a folder"):
        Checkpoints(tmp_path / "missing")
    with pytest.raises(LudoError, match=r"has \{file\} in its text"):
        Checkpoints(tmp_path, "greedy")
    write_small_net(tmp_path / "net.npz")
    found = Checkpoints(tmp_path, "net:file={file}")
    newest = found.newest_first()[0]
    with pytest.raises(LudoError, match="--game names it"):
        found.spec(newest)


@pytest.mark.parametrize(
    "spec", [spec_with("ludo", 2), spec_with("ludo", 4, "teams"), load_game("generals")]
)
def test_the_game_is_that_of_the_newest_net(tmp_path, spec):
    """The game has the number of players and the mode of the net."""
    write_small_net(tmp_path / "net.npz", spec)
    games = TrainingGames(Checkpoints(tmp_path), backend="python")
    games.look()
    assert games.problem == ""
    assert games.spec.key == spec.key


def test_the_newest_checkpoints_play_each_other(tmp_path):
    """Seats rotate, wins are counted, a new file joins, and files that are no nets are left out."""
    games = TrainingGames(Checkpoints(tmp_path), seed=4, backend="python")
    games.look()
    assert games.next_game() is None
    write_small_net(tmp_path / "first.npz", seed=1, written=10)
    games.look()
    assert [one.name for one in games.next_game().seats] == ["first", "first"]
    write_small_net(tmp_path / "second.npz", seed=2, written=20)
    (tmp_path / "zero.npz").write_bytes(b"no net")
    games.look()
    assert [one.name for one in games.latest] == ["second", "first"]
    assert "zero.npz is not a net" in games.problem
    (tmp_path / "zero.npz").unlink()
    games.look()
    assert games.problem == ""
    seats = [[one.name for one in played(games).seats] for _ in range(4)]
    assert sorted(map(tuple, seats)) == [("first", "second")] * 2 + [("second", "first")] * 2
    assert sorted(score.seats for score in games.scores.values()) == [4, 4]
    assert sum(score.wins for score in games.scores.values()) == 4
    assert len(games.moves) == 4
    assert min(games.moves) > 20


def test_agents_of_other_programs_play_checkpoints(tmp_path):
    """`{file}` stands for the path in the text of an agent."""
    (tmp_path / "mine.py").write_text(
        "class Mine:\n"
        "    name = 'mine'\n"
        "    def __init__(self, path):\n"
        "        self.last = open(path).read() == 'last'\n"
        "    def act(self, view):\n"
        "        return view.actions[-self.last]\n"
    )
    (tmp_path / "step_1.txt").write_text("last")
    found = Checkpoints(tmp_path, f"{tmp_path}/mine.py:Mine:path={{file}}", "*.txt")
    games = TrainingGames(found, spec_with("ludo", 2), backend="python")
    games.look()
    assert games.problem == ""
    game = games.next_game()
    assert all(agent.last for agent in game.table.agents)


def test_a_net_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    """A failure in the middle leaves the older file, and no part of the new one."""
    path = tmp_path / "net.npz"
    write_small_net(path)
    before = path.read_bytes()

    def fail(file, **arrays):
        file.write(b"PK")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", fail)
    with pytest.raises(LudoError, match="cannot be written: No space left"):
        write_small_net(path, seed=2)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    net_of(game_of(spec_with("ludo", 2), "python"), str(path))


def test_options_of_training_are_checked(tmp_path, capsys):
    """Options that do not go together are refused in a sentence."""
    for words, said in (
        (["--boards", "4"], "--boards belongs to --training FOLDER"),
        (["--training", str(tmp_path), "--terminal"], "--training opens a window"),
        (["--training", str(tmp_path / "missing")], "is not a folder"),
        (["--training", str(tmp_path), "--boards", "10"], "--boards is 1 to 9, not 10"),
    ):
        assert cli.main(["watch", *words]) == 2
        assert said in capsys.readouterr().err
