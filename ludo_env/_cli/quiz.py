"""`ludo-env quiz`: the score of an agent in positions with known answers."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ludo_env._cli.options import add_backend, add_seed, add_trust
from ludo_env._cli.parser import UsageError, add_command
from ludo_env._engine.errors import LudoError, cut_path, reason

EXAMPLES = (
    "ludo-env quiz --agent greedy",
    "ludo-env quiz --agent random --seed 3 --json",
)


def add_quiz_command(commands: Any) -> None:
    """Add `quiz` to the command line."""
    quiz = add_command(
        commands, "quiz", "score an agent in positions with known answers", _quiz,
        "Ask an agent in every position of a set, and print how many points of winning\n"
        "chance it gives away, and how often it finds a best move; beside random choice.",
        EXAMPLES,
    )  # fmt: skip
    add = quiz.add_argument
    add("--agent", metavar="AGENT", help="who is asked (ludo-env agents lists them)")
    add(
        "--answers", type=Path, metavar="FILE",
        help='answers of another program: JSON lines {"number": 0, "action": 2}',
    )  # fmt: skip
    add(
        "--positions", type=Path, metavar="FILE",
        help="a set of positions, .jsonl or .parquet (default: the one of the library)",
    )  # fmt: skip
    add("--json", action="store_true", help="print the score as JSON")
    add_seed(quiz, 0)
    add_backend(quiz)
    add_trust(quiz)


def _quiz(chosen: argparse.Namespace) -> int:
    from ludo_env.quiz import load_positions, score_agent, score_answers

    if (chosen.agent is None) == (chosen.answers is None):
        raise UsageError("quiz takes either --agent or --answers.")
    positions = load_positions(chosen.positions, trust=chosen.trust)
    if chosen.agent is not None:
        score = score_agent(chosen.agent, positions, chosen.seed, chosen.backend)
    else:
        score = score_answers(_answers(chosen.answers), positions, cut_path(chosen.answers))
    print(score.to_json() if chosen.json else score)
    return 0


def _answers(path: Path) -> list[Any]:
    try:
        lines = path.read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    except OSError as error:
        raise LudoError(f"{cut_path(path)} cannot be read: {reason(error)}.") from error
    except (ValueError, RecursionError) as error:
        raise LudoError(f"{cut_path(path)} is not JSON lines.") from error
