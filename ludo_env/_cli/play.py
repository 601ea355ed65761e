"""`ludo-env play`: a game against agents or with friends; `ludo-env watch`: agents among them."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import BACKENDS
from ludo_env._engine.spec import Spec
from ludo_env._play.saved_game import load_table
from ludo_env._play.table import PERSON, Table
from ludo_env._play.terminal_game import Player
from ludo_env._play.watch import watch
from ludo_env._render.paint.theme import THEMES
from ludo_env._ui.menu import Setup
from ludo_env._ui.timeline import SPEEDS, speed_of
from ludo_env.agents.human import Left
from ludo_env.agents.make import split_agents
from ludo_env.catalogue import spec_with

INTERRUPTED = 130  # what shells expect of a program that Ctrl-C has ended


def add_play_commands(commands: Any) -> None:
    """Adds `play` and `watch` to the command line."""
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
    """What both commands can be told: the game, who plays, the seed, how it is shown."""
    parser.add_argument("--game", default=game, help="a name (ludo, tock, ..) or a game's file")
    parser.add_argument("--trust", action="store_true", help="let a file name rules of your own")
    parser.add_argument("--seats", help=f"human,greedy,rollout:samples=50 .. (default: {seats})")
    parser.add_argument("--players", type=int, help="how many play (default: the game's own)")
    parser.add_argument("--mode", help="ffa, or teams: two of two (ludo)")
    parser.add_argument("--seed", type=int, help="of the dice and the agents (default: a new one)")
    parser.add_argument(
        "--backend", choices=BACKENDS, help="default: auto if somebody thinks ahead, else python"
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
            Player(table, _reader(), _show, sys.stdout.isatty()).run()
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
    """A new table, or that of a file, which brings its own game, seats and seed."""
    if chosen.load:
        for option in ("game", "seats", "players", "mode", "seed"):
            if getattr(chosen, option) is not None:
                raise LudoError(f"A saved game has its own {option}; leave --{option} away.")
        return load_table(chosen.load, chosen.backend, trust=chosen.trust)
    seats = split_agents(chosen.seats) if chosen.seats else [PERSON]
    return Table(_spec(chosen), seats, _seed(chosen), backend=chosen.backend)


def _spec(chosen: argparse.Namespace) -> Spec:
    """The game that was asked for, for so many players, in teams or not."""
    return spec_with(chosen.game or "ludo", chosen.players, chosen.mode, trust=chosen.trust)


def _seed(chosen: argparse.Namespace) -> int:
    """The seed that was asked for, or a short new one that can be typed again."""
    return secrets.randbelow(1_000_000) if chosen.seed is None else int(chosen.seed)


def _reader() -> Callable[[str], str]:
    """What reads a line: with editing at a terminal; from a file, the line is shown as if typed."""
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
    """Runs until the end, or until somebody leaves in one of the usual ways; the exit status."""
    try:
        run()
    except Left as left:
        print(left)
    except KeyboardInterrupt:
        print("\nInterrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more; Python would complain once more when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
