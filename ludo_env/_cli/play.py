"""`ludo-env play`: a game against agents or friends; `ludo-env watch`: a game of agents."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ludo_env._engine.backends import BACKENDS
from ludo_env._engine.errors import LudoError
from ludo_env._engine.spec import Spec
from ludo_env._play.saved_game import load_table
from ludo_env._play.table import PERSON, Table
from ludo_env._play.terminal_game import TerminalGame
from ludo_env._play.watch import watch
from ludo_env._render.paint.theme import THEMES
from ludo_env._ui.menu import Setup
from ludo_env._ui.timeline import SPEEDS, speed_of
from ludo_env.agents.agent_errors import Left
from ludo_env.agents.agent_text import split_agents
from ludo_env.catalogue import spec_with

INTERRUPTED = 130  # the conventional status after Ctrl-C


def add_play_commands(commands: Any) -> None:
    """Add `play` and `watch` to the command line."""
    play = commands.add_parser("play", help="play in a window, against agents or with friends")
    _add_table(play, None, "human, and random for the rest")
    play.add_argument("--load", metavar="FILE", help="go on with a game that was saved")
    play.set_defaults(run=_play)
    look = commands.add_parser("watch", help="watch agents play in a window")
    _add_table(look, "ludo", "random for all")
    look.add_argument("--delay", type=float, default=0.3, help="seconds after a move (terminals)")
    look.add_argument("--games", type=int, default=1, help="how many (terminals; default 1)")
    look.set_defaults(run=_watch)


def _add_table(parser: Any, game: str | None, seats: str) -> None:
    """Add the options of both commands: the game, the players, the seed, the display."""
    parser.add_argument("--game", default=game, help="a name (ludo, tock, ..) or a game's file")
    parser.add_argument(
        "--trust", action="store_true", help="allow a file to name rules of your own"
    )
    parser.add_argument("--seats", help=f"human,greedy,rollout:samples=50 .. (default: {seats})")
    parser.add_argument("--players", type=int, help="number of players (default: the game's own)")
    parser.add_argument("--mode", help="ffa, or teams: two of two (ludo)")
    parser.add_argument(
        "--seed", type=int, help="seed of the dice and the agents (default: a new one, printed)"
    )
    parser.add_argument(
        "--backend", choices=BACKENDS, help="default: auto with agents that search, else python"
    )
    parser.add_argument("--terminal", action="store_true", help="as text, without a window")
    parser.add_argument("--theme", choices=THEMES, default="day", help="colours (windows)")
    parser.add_argument("--speed", default="normal", help=f"{', '.join(SPEEDS)} (windows)")


def _play(chosen: argparse.Namespace) -> int:
    def playing() -> None:
        speed_of(chosen.speed)
        named = (chosen.game, chosen.seats, chosen.load, chosen.players, chosen.mode)
        bare = all(choice is None for choice in named)
        if bare and not chosen.terminal:
            _in_window(chosen, None)
            return
        table = _table_to_play(chosen)
        if not table.people:
            raise LudoError("Nobody at this table is human; ludo-env watch is for agents.")
        if chosen.terminal:
            TerminalGame(table, _reader(), _show, sys.stdout.isatty()).run()
        else:
            _in_window(chosen, table)

    return politely(playing)


def _watch(chosen: argparse.Namespace) -> int:
    def watching() -> None:
        speed_of(chosen.speed)
        if chosen.games < 1 or not 0 <= chosen.delay < float("inf"):
            raise LudoError("--games is at least 1, and --delay at least 0 seconds.")
        seats = split_agents(chosen.seats) if chosen.seats else []
        if PERSON in seats:
            raise LudoError("watch is for agents; ludo-env play has seats for people.")
        spec, seed = _spec(chosen), _seed(chosen)
        if not chosen.terminal:
            _in_window(chosen, Table(spec, seats, seed, 0, chosen.backend))
            return
        for number in range(chosen.games):
            table = Table(spec, seats, seed, number, chosen.backend)
            watch(table, _show, sys.stdout.isatty(), chosen.delay)

    return politely(watching)


def _in_window(chosen: argparse.Namespace, table: Table | None) -> None:
    from ludo_env._ui.play_window import play_in_window

    setup = Setup(theme=chosen.theme, speed=chosen.speed)
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
    return Table(_spec(chosen), seats, _seed(chosen), backend=chosen.backend)


def _spec(chosen: argparse.Namespace) -> Spec:
    """Return the game, for a number of players, in teams or not."""
    return spec_with(chosen.game or "ludo", chosen.players, chosen.mode, trust=chosen.trust)


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
