"""`ludo-env play`: a game against agents or with friends; `ludo-env watch`: agents among them."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ludo_env.agents.human import Left
from ludo_env.core.errors import LudoError
from ludo_env.core.game import BACKENDS
from ludo_env.loose.presets import spec_of
from ludo_env.play.player import Player
from ludo_env.play.saved import load_game
from ludo_env.play.table import PERSON, Table, seats_of
from ludo_env.play.watch import watch

_INTERRUPTED = 130  # what shells expect of a program that Ctrl-C has ended


def add_play_commands(commands: Any) -> None:
    """Adds `play` and `watch` to the command line."""
    play = commands.add_parser("play", help="play in the terminal, against agents or with friends")
    _add_table(play, None, "human, and random for the rest")
    play.add_argument("--terminal", action="store_true", help="in the terminal (the only way)")
    play.add_argument("--load", metavar="FILE", help="go on with a game that was saved")
    play.set_defaults(run=_play)
    look = commands.add_parser("watch", help="watch agents play in the terminal")
    _add_table(look, "ludo", "random for all")
    look.add_argument("--delay", type=float, default=0.3, help="seconds after a move (terminals)")
    look.add_argument("--games", type=int, default=1, help="how many (default 1)")
    look.set_defaults(run=_watch)


def _add_table(parser: Any, game: str | None, seats: str) -> None:
    """What both commands can be told: the game, who plays, the seed, the backend."""
    parser.add_argument("--game", default=game, help="a name (ludo, tock, ..) or a game's file")
    parser.add_argument("--trust", action="store_true", help="let a file name rules of your own")
    parser.add_argument("--seats", help=f"human,greedy,rollout:samples=50 .. (default: {seats})")
    parser.add_argument("--seed", type=int, help="of the dice and the agents (default: a new one)")
    parser.add_argument(
        "--backend", choices=BACKENDS, help="default: auto if somebody thinks ahead, else python"
    )


def _play(chosen: argparse.Namespace) -> int:
    def playing() -> None:
        terminal = sys.stdout.isatty()
        table = _table_to_play(chosen)
        if not table.people:
            raise LudoError("Nobody at this table is human; ludo-env watch is for agents.")
        Player(table, _reader(), _show, terminal).run()

    return _politely(playing)


def _watch(chosen: argparse.Namespace) -> int:
    def watching() -> None:
        if chosen.games < 1 or not 0 <= chosen.delay < float("inf"):
            raise LudoError("--games is at least 1, and --delay at least 0 seconds.")
        seats = seats_of(chosen.seats) if chosen.seats else []
        if PERSON in seats:
            raise LudoError("watch is for agents; ludo-env play has seats for people.")
        spec, seed = spec_of(chosen.game, trust=chosen.trust), _seed(chosen)
        for number in range(chosen.games):
            table = Table(spec, seats, seed, number, chosen.backend)
            watch(table, _show, sys.stdout.isatty(), chosen.delay)

    return _politely(watching)


def _table_to_play(chosen: argparse.Namespace) -> Table:
    """A new table, or that of a file, which brings its own game, seats and seed."""
    if chosen.load:
        for option in ("game", "seats", "seed"):
            if getattr(chosen, option) is not None:
                raise LudoError(f"A saved game has its own {option}; leave --{option} away.")
        return load_game(chosen.load, chosen.backend, trust=chosen.trust)
    seats = seats_of(chosen.seats) if chosen.seats else [PERSON]
    spec = spec_of(chosen.game or "ludo", trust=chosen.trust)
    return Table(spec, seats, _seed(chosen), backend=chosen.backend)


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


def _politely(run: Callable[[], None]) -> int:
    """Runs until the end, or until somebody leaves in one of the usual ways; the exit status."""
    try:
        run()
    except Left as left:
        print(left)
    except KeyboardInterrupt:
        print("\nInterrupted.")
        return _INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more; Python would complain once more when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
