"""`ludo-env play`: a game against agents or friends; `ludo-env watch`: a game of agents."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ludo_env._cli.colour import is_coloured, is_terminal, screen_size
from ludo_env._cli.options import add_backend, add_game, add_seed, spec_of
from ludo_env._cli.parser import INTERRUPTED, add_command
from ludo_env._engine.errors import LudoError
from ludo_env._play.saved_game import load_table
from ludo_env._play.table import PERSON, Table
from ludo_env._play.terminal_game import TerminalGame
from ludo_env._play.watch import watch
from ludo_env._render.paint.theme import THEMES
from ludo_env._ui.menu_setup import Setup
from ludo_env._ui.options import SPEEDS, kept_options, speed_of
from ludo_env.agents.agent_errors import Left
from ludo_env.agents.agent_text import split_agents

PLAY_EXAMPLES = (
    "ludo-env play",
    "ludo-env play --game french --seats human,greedy --seed 5",
    "ludo-env play --terminal --mode teams --seats human,greedy",
)
WATCH_EXAMPLES = (
    "ludo-env watch --game tock --seats greedy,random,greedy,random",
    "ludo-env watch --terminal --players 2 --seats heuristic,random --delay 0.1",
)


def add_play_commands(commands: Any) -> None:
    """Add `play` and `watch` to the command line."""
    play = add_command(
        commands, "play", "play in a window, against agents or with friends", _play,
        "Play a game in a window, or as text with --terminal. Without options a menu\n"
        "opens.",
        PLAY_EXAMPLES,
    )  # fmt: skip
    _add_table(play, None, "human, and random for the rest")
    play.add_argument("--load", metavar="FILE", help="go on with a game that was saved")
    look = add_command(
        commands, "watch", "watch agents play in a window", _watch,
        "Watch agents play in a window, or as text with --terminal.",
        WATCH_EXAMPLES,
    )  # fmt: skip
    _add_table(look, "ludo", "random for all")
    look.add_argument(
        "--delay", type=float, default=0.3, metavar="SECONDS",
        help="pause after a move (terminals; default: 0.3)",
    )  # fmt: skip
    look.add_argument(
        "--games", type=int, default=1, metavar="N", help="how many (terminals; default: 1)"
    )


def _add_table(parser: Any, game: str | None, seats: str) -> None:
    """Add the options of both commands: the game, the seats, the seed, the display."""
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


def _play(chosen: argparse.Namespace) -> int:
    def playing() -> None:
        speed_of(chosen.speed or "normal")
        named = (chosen.game, chosen.seats, chosen.load, chosen.players, chosen.mode)
        bare = all(choice is None for choice in named)
        if bare and not chosen.terminal:
            _in_window(chosen, None)
            return
        table = _table_to_play(chosen)
        if not table.people:
            raise LudoError("Nobody at this table is human; ludo-env watch is for agents.")
        if chosen.terminal:
            TerminalGame(
                table, _reader(), _show, is_coloured(chosen.color), clear=is_terminal(),
                size=screen_size(),
            ).run()  # fmt: skip
        else:
            _in_window(chosen, table)

    return politely(playing)


def _watch(chosen: argparse.Namespace) -> int:
    def watching() -> None:
        speed_of(chosen.speed or "normal")
        if chosen.games < 1 or not 0 <= chosen.delay < float("inf"):
            raise LudoError("--games is at least 1, and --delay at least 0 seconds.")
        seats = split_agents(chosen.seats) if chosen.seats else []
        if PERSON in seats:
            raise LudoError("watch is for agents; ludo-env play has seats for people.")
        spec, seed = spec_of(chosen), _seed(chosen)
        if not chosen.terminal:
            _in_window(chosen, Table(spec, seats, seed, 0, chosen.backend))
            return
        for number in range(chosen.games):
            table = Table(spec, seats, seed, number, chosen.backend)
            watch(table, _show, is_terminal(), chosen.delay, is_coloured(chosen.color))

    return politely(watching)


def _in_window(chosen: argparse.Namespace, table: Table | None) -> None:
    from ludo_env._ui.play_window import play_in_window

    kept = kept_options()
    setup = Setup(theme=chosen.theme or kept.theme, speed=chosen.speed or kept.speed)
    seed = _seed(chosen) if table is None else table.seed
    play_in_window(table, setup, seed, chosen.backend)


def _table_to_play(chosen: argparse.Namespace) -> Table:
    """Return a new table, or that of a file, which determines its game, seats and seed."""
    if chosen.load:
        for option in ("game", "players", "mode", "seed"):
            if getattr(chosen, option) is not None:
                raise LudoError(f"A saved game has its own {option}; omit --{option}.")
        named = split_agents(chosen.seats) if chosen.seats else None
        return load_table(chosen.load, chosen.backend, trust=chosen.trust, seats=named)
    seats = split_agents(chosen.seats) if chosen.seats else [PERSON]
    return Table(spec_of(chosen), seats, _seed(chosen), backend=chosen.backend)


def _seed(chosen: argparse.Namespace) -> int:
    """Return the given seed, or a short new one that can be typed again."""
    return secrets.randbelow(1_000_000) if chosen.seed is None else int(chosen.seed)


def _reader() -> Callable[[str], str]:
    """Return a line reader: with editing at a terminal; from a file, the line is echoed."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (it is enough that it is there)
        return input

    def read(prompt: str) -> str:
        line = input(prompt)
        print(line)  # as if it had been typed
        return line

    return read


def _show(text: str) -> None:
    print(text, flush=True)


def politely(run: Callable[[], None]) -> int:
    """Run until the end, or until the person leaves in a usual way; return the exit status."""
    try:
        run()
    except Left as left:
        print(left)
    except KeyboardInterrupt:
        print("\nInterrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone; Python would complain again when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
