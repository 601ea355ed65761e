"""`ludo-env watch`: a game of agents, or games of the newest checkpoints of a training run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludo_env._cli.colour import is_coloured, is_terminal
from ludo_env._cli.options import spec_of
from ludo_env._cli.parser import UsageError, add_command
from ludo_env._cli.tables import add_table, chosen_options, in_window, politely, seed_of, show
from ludo_env._engine.errors import LudoError
from ludo_env._play.checkpoints import PATTERN, Checkpoints
from ludo_env._play.table import PERSON, Table
from ludo_env._play.training_games import TrainingGames
from ludo_env._play.watch import watch
from ludo_env._ui.options import speed_of
from ludo_env.agents.agent_text import split_agents

EXAMPLES = (
    "ludo-env watch --game tock --seats greedy,random,greedy,random",
    "ludo-env watch --terminal --players 2 --seats heuristic,random --delay 0.1",
)
_BOARDS = 4


def add_watch_command(commands: Any) -> None:
    """Add `watch` to the command line."""
    look = add_command(
        commands, "watch", "watch agents play in a window", _watch,
        "Watch agents play in a window, or as text with --terminal; or, with --training, the\n"
        "newest checkpoints of a training run, on several boards.",
        EXAMPLES,
    )  # fmt: skip
    add_table(look, None, "random for all")
    add = look.add_argument
    add(
        "--delay", type=float, default=0.3, metavar="SECONDS",
        help="pause after a move (terminals; default: 0.3)",
    )  # fmt: skip
    add("--games", type=int, default=1, metavar="N", help="how many (terminals; default: 1)")
    add(
        "--training", type=Path, metavar="FOLDER",
        help="the newest checkpoints of this folder play each other, and new ones join",
    )  # fmt: skip
    add("--boards", type=int, metavar="N", help=f"1 to 9, with --training (default: {_BOARDS})")
    add("--pattern", metavar="NAMES", help=f"the files of --training (default: {PATTERN})")
    add(
        "--agent", metavar="TEXT",
        help="who plays a file of --training, such as mine.py:Agent:path={file} (default: net)",
    )  # fmt: skip


def _watch(chosen: argparse.Namespace) -> int:
    def watching() -> None:
        speed_of(chosen.speed or "normal")
        if chosen.training is not None:
            _watch_training(chosen)
            return
        for option in ("boards", "pattern", "agent"):
            if getattr(chosen, option) is not None:
                raise UsageError(f"--{option} belongs to --training FOLDER.")
        if chosen.games < 1 or not 0 <= chosen.delay < float("inf"):
            raise LudoError("--games is at least 1, and --delay at least 0 seconds.")
        seats = split_agents(chosen.seats) if chosen.seats else []
        if PERSON in seats:
            raise LudoError("watch is for agents; ludo-env play has seats for people.")
        spec, seed = spec_of(chosen), seed_of(chosen)
        if not chosen.terminal:
            in_window(chosen, Table(spec, seats, seed, 0, chosen.backend))
            return
        for number in range(chosen.games):
            table = Table(spec, seats, seed, number, chosen.backend)
            watch(table, show, is_terminal(), chosen.delay, is_coloured(chosen.color))

    return politely(watching)


def _watch_training(chosen: argparse.Namespace) -> None:
    """Watch the newest checkpoints of a folder in a window."""
    if chosen.terminal or chosen.seats is not None:
        raise UsageError("--training opens a window, and its checkpoints have all seats.")
    from ludo_env._ui.training_screen import watch_training

    named = any(one is not None for one in (chosen.game, chosen.players, chosen.mode))
    games = TrainingGames(
        Checkpoints(chosen.training, chosen.agent or "", chosen.pattern or PATTERN),
        spec_of(chosen) if named else None,
        seed_of(chosen),
        chosen.backend or "auto",
    )
    watch_training(games, chosen.boards or _BOARDS, chosen_options(chosen))
