"""`ludo-env play`: a game against agents or friends, in a window or as text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ludo_env._cli.colour import is_coloured, is_terminal, screen_size
from ludo_env._cli.options import spec_of
from ludo_env._cli.parser import add_command
from ludo_env._cli.tables import add_table, in_window, politely, seed_of, show
from ludo_env._engine.errors import LudoError
from ludo_env._play.remote_game import RemoteGame, play_remote
from ludo_env._play.remote_table import RemoteTable
from ludo_env._play.saved_game import load_table
from ludo_env._play.table import PERSON, Table
from ludo_env._play.terminal_game import TerminalGame
from ludo_env._ui.options import speed_of
from ludo_env.agents.agent_text import split_agents

PLAY_EXAMPLES = (
    "ludo-env play",
    "ludo-env play --game french --seats human,greedy --seed 5",
    "ludo-env play --terminal --mode teams --seats human,greedy",
)


def add_play_command(commands: Any) -> None:
    """Add `play` to the command line."""
    play = add_command(
        commands, "play", "play in a window, against agents or with friends", _play,
        "Play a game in a window, or as text with --terminal. Without options a menu\n"
        "opens.",
        PLAY_EXAMPLES,
    )  # fmt: skip
    add_table(play, None, "human, and random for the rest")
    play.add_argument("--load", metavar="FILE", help="go on with a game that was saved")
    play.add_argument(
        "--table", metavar="LINK",
        help="sit down at a table of ludo-env serve (in the terminal; --seats AGENT: an agent)",
    )  # fmt: skip


def _play(chosen: argparse.Namespace) -> int:
    def playing() -> None:
        speed_of(chosen.speed or "normal")
        if chosen.table is not None:
            _play_at_link(chosen)
            return
        named = (chosen.game, chosen.seats, chosen.load, chosen.players, chosen.mode)
        bare = all(choice is None for choice in named)
        if bare and not chosen.terminal:
            in_window(chosen, None)
            return
        table = _table_to_play(chosen)
        if not table.people:
            raise LudoError("Nobody at this table is human; ludo-env watch is for agents.")
        if chosen.terminal:
            TerminalGame(
                table, _reader(), show, is_coloured(chosen.color), clear=is_terminal(),
                size=screen_size(),
            ).run()  # fmt: skip
        else:
            in_window(chosen, table)

    return politely(playing)


def _play_at_link(chosen: argparse.Namespace) -> None:
    """Play at the table of a link; the server determines its game, seats and dice."""
    for option in ("game", "players", "mode", "seed", "load"):
        if getattr(chosen, option) is not None:
            raise LudoError(f"A table of a server has its own {option}; omit --{option}.")
    players = split_agents(chosen.seats) if chosen.seats else [PERSON]
    if len(players) != 1:
        raise LudoError(f"--table is for one seat: --seats names one agent, not {len(players)}.")

    def game(table: RemoteTable) -> RemoteGame:
        return RemoteGame(
            table, _reader(), show, is_coloured(chosen.color), clear=is_terminal(),
            size=screen_size(),
        )  # fmt: skip

    play_remote(chosen.table, players[0], chosen.backend, game, show)


def _table_to_play(chosen: argparse.Namespace) -> Table:
    """Return a new table, or that of a saved game, which has its own game and seed."""
    if chosen.load:
        for option in ("game", "players", "mode", "seed"):
            if getattr(chosen, option) is not None:
                raise LudoError(f"A saved game has its own {option}; omit --{option}.")
        named = split_agents(chosen.seats) if chosen.seats else None
        return load_table(chosen.load, chosen.backend, trust=chosen.trust, seats=named)
    seats = split_agents(chosen.seats) if chosen.seats else [PERSON]
    return Table(spec_of(chosen), seats, seed_of(chosen), backend=chosen.backend)


def _reader() -> Callable[[str], str]:
    """Return a line reader, with editing on a terminal; lines from other input are echoed."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (it is enough that it is there)
        return input

    def read(prompt: str) -> str:
        line = input(prompt)
        print(line)  # so that the output looks as if it had been typed
        return line

    return read
