"""The examples of solved games: the file of two-piece Ludo, and the table of regrets."""

import runpy
import sys
from dataclasses import replace
from pathlib import Path

from solved_games import SMALL

from ludo_env import load_game, ludo_v0
from ludo_env.solver import solve

SOLVED = Path(__file__).parents[2] / "examples" / "solved"


def test_the_file_is_ludo_with_two_pieces_each():
    """The board and rules are those of `ludo_v0` for two on opposite seats, with fewer pieces."""
    spec, whole = load_game(SOLVED / "ludo_2x2.toml"), ludo_v0.spec(num_players=2, seats=(0, 2))
    assert spec.board == replace(whole.board, pieces=2)
    assert spec.rules == whole.rules


def test_the_table_of_regrets(tmp_path, monkeypatch, capsys):
    """There is a row for each agent, the best first."""
    path = tmp_path / "small.solution"
    solve(SMALL["two pieces"], backend="python").save(path)
    words = ["regret.py", str(path), "--agents", "random,greedy", "--games", "20"]
    monkeypatch.setattr(sys, "argv", [*words, "--backend", "python"])
    runpy.run_path(str(SOLVED / "regret.py"), run_name="__main__")
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| `")]
    means = [float(row.split("|")[2]) for row in rows]
    assert {row.split("`")[1] for row in rows} == {"random", "greedy"}
    assert means == sorted(means)
    assert means[0] > 0
