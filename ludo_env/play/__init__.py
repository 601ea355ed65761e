"""Play, watch and save games: tables, replays, saved games, the terminal and the window.

>>> from ludo_env import load_game
>>> from ludo_env.play import Table
>>> table = Table(load_game("mensch"), ["greedy", "random"], seed=5)  # doctest: +SKIP

Films are drawn by pygame, which is imported only when a film is made.
"""

import warnings
from typing import Any

from ludo_env._play.film import write_film, write_picture
from ludo_env._play.replay import Frame, Replay, Result, replayed
from ludo_env._play.replay_file import load_replay, save_replay
from ludo_env._play.saved_game import load_table, save_table
from ludo_env._play.table import Table
from ludo_env._play.terminal_game import TerminalGame
from ludo_env._ui.game_screen import GameScreen
from ludo_env._ui.menu_setup import Setup
from ludo_env._ui.play_window import play_in_window

__all__ = [
    "Frame",
    "GameScreen",
    "Replay",
    "Result",
    "Setup",
    "Table",
    "TerminalGame",
    "load_replay",
    "load_table",
    "play_in_window",
    "replayed",
    "save_replay",
    "save_table",
    "write_film",
    "write_picture",
]


def __getattr__(name: str) -> Any:
    if name == "Desk":
        warnings.warn(
            "ludo_env.play.Desk is now GameScreen, and the next release will not know this name.",
            DeprecationWarning,
            stacklevel=2,
        )
        return GameScreen
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
