"""Automatic saving of games, in the data folder of the user.

A game in progress is a saved game in `games/`. When it ends, its replay goes to `replays/` instead.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ludo_env._engine.errors import LudoError
from ludo_env._play.json_file import read_json
from ludo_env._play.replay import Replay
from ludo_env._play.replay_file import save_replay
from ludo_env._play.saved_game import KIND, save_table
from ludo_env._play.table import Table

_MOST_REPLAYS = 200  # older ones are deleted


class Kept(NamedTuple):
    """A game in progress: its file, its name and its number of moves."""

    path: Path
    game: str
    moves: int


class Keeper:
    """Automatic saving of one table, in one file that is overwritten with every decision."""

    def __init__(self, table: Table, path: Path | None = None) -> None:
        self._table = table
        self.path = path or folder("games") / f"{_stem(table)}.json"

    def keep(self) -> None:
        """Write the game if a person has made a decision and it has not ended."""
        if self._table.people and self._table.history and not self._table.over:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            save_table(self._table, self.path)

    def end(self) -> Path:
        """Save the replay and delete the saved game; return the file of the replay."""
        target = folder("replays") / f"{self.path.stem}.replay.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        save_replay(Replay.of_table(self._table), target)
        self.path.unlink(missing_ok=True)
        for old in _newest(target.parent)[_MOST_REPLAYS:]:
            old.unlink(missing_ok=True)
        return target


def folder(name: str) -> Path:
    """Return a folder or file in the user's data folder, such as `games`; it may not exist."""
    data = os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    return Path(data) / "ludo-env" / name


def kept_games() -> list[Kept]:
    """Return the games in progress, newest first; damaged files are left out."""
    found = []
    for path in _newest(folder("games")):
        with suppress(LudoError, LookupError, TypeError, AttributeError):
            data = read_json(path, KIND)
            game = data["game"] if isinstance(data["game"], str) else data["game"]["name"]
            found.append(Kept(path, str(game), len(data["actions"])))
    return found


def _newest(where: Path) -> list[Path]:
    files = [path for path in where.glob("*.json") if path.is_file()]
    return sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)


def _stem(table: Table) -> str:
    name = re.sub(r"[^A-Za-z0-9_]", "_", table.game.spec.name)[:40]
    return f"{name}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
