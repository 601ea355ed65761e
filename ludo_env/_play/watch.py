"""Agents at play as text: each move in words, and the board when it changes."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from typing import Any

from ludo_env._engine.errors import LudoError
from ludo_env._play.move_log import plain_move
from ludo_env._play.table import Table
from ludo_env._play.terminal_screen import CLEARED, Shown, arranged
from ludo_env._render.text import board_and_players, draw_for_people

_KEPT = 6  # number of recent moves beside the board of a terminal


def watch(
    table: Table,
    output: Callable[[str], Any] = print,
    terminal: bool = False,
    delay: float = 0.3,
    colour: bool | None = None,
) -> None:
    """Play a table of agents to its end; with `terminal`, in one place and with a delay.

    The default of `colour` is `terminal`.
    """
    coloured = terminal if colour is None else colour
    if table.people:
        raise LudoError("watch is for agents; ludo-env play has seats for people.")
    seats = ", ".join(f"player_{player} is {seat}" for player, seat in enumerate(table.seats))
    title = f"{table.game.spec.name}, game {table.number} of seed {table.seed}: {seats}."
    latest: list[str] = []
    picture = draw_for_people(table.game, table.record, coloured)
    board = _board(picture)
    output(_screen(title, picture, []) if terminal else f"{title}\n\n{picture}\n")
    while not table.over:
        view = table.view
        action = table.choose()
        line = plain_move(view, action)
        table.play(action)
        picture = draw_for_people(table.game, table.record, coloured)
        if terminal:
            latest = [*latest[1 - _KEPT :], line]
            output(_screen(title, picture, latest))
            time.sleep(delay)
        else:
            output(line)
            if _board(picture) != board:
                output(f"\n{picture}\n")
        board = _board(picture)
    output(table.result())


def _screen(title: str, picture: str, latest: list[str]) -> str:
    """Return the screen: the board, the players, the title and the latest moves that fit."""
    columns, lines = shutil.get_terminal_size()
    board, players = board_and_players(picture)
    return CLEARED + arranged(Shown(board, players, [title, *latest]), columns, lines - 1)


def _board(picture: str) -> str:
    """Return the picture without the lines about the players."""
    return picture.rpartition("\n\n")[0]
