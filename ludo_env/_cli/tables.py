"""Code of the commands that show a table: their options, the window, and how they end."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from typing import Any

from ludo_env._cli.options import add_backend, add_game, add_seed
from ludo_env._cli.parser import INTERRUPTED
from ludo_env._play.table import Table
from ludo_env._render.paint.theme import THEMES
from ludo_env._ui.menu_setup import Setup
from ludo_env._ui.options import SPEEDS, Options, kept_options
from ludo_env.agents.agent_errors import Left


def add_table(parser: Any, game: str | None, seats: str) -> None:
    """Add the options of `play` and `watch`: the game, the seats, the seed, the display."""
    add_game(parser, game)
    parser.add_argument(
        "--seats", metavar="LIST", help=f"human,greedy,rollout:samples=50 .. (default: {seats})"
    )
    add_seed(parser)
    add_backend(parser, None)
    parser.add_argument("--terminal", action="store_true", help="as text, without a window")
    parser.add_argument(
        "--theme", choices=tuple(THEMES), help="colours (windows; default: as last time, or day)"
    )
    parser.add_argument(
        "--speed", metavar="SPEED",
        help=f"{', '.join(SPEEDS)} (windows; default: as last time, or normal)",
    )  # fmt: skip


def in_window(chosen: argparse.Namespace, table: Table | None) -> None:
    """Open a window: with a table, or with the menu."""
    from ludo_env._ui.play_window import play_in_window

    options = chosen_options(chosen)
    setup = Setup(theme=options.theme, speed=options.speed)
    seed = seed_of(chosen) if table is None else table.seed
    play_in_window(table, setup, seed, chosen.backend)


def chosen_options(chosen: argparse.Namespace) -> Options:
    """Return the options of a window: those of the last time, with the new choices."""
    options = kept_options()
    options.theme, options.speed = chosen.theme or options.theme, chosen.speed or options.speed
    return options


def seed_of(chosen: argparse.Namespace) -> int:
    """Return the given seed, or a new one that is short enough to be typed."""
    return secrets.randbelow(1_000_000) if chosen.seed is None else int(chosen.seed)


def show(text: str) -> None:
    """Print a text without buffering."""
    print(text, flush=True)


def politely(run: Callable[[], None]) -> int:
    """Run a command until it ends or the person leaves; return the exit status."""
    try:
        run()
    except Left as left:
        print(left)
    except KeyboardInterrupt:
        print("\nInterrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe; Python would raise again when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
