"""The file of a run: a first line that says which run it is, then one JSON line for each game.

A line is whole or it is nothing: what an interruption has torn off the end is cut away, and the
games that stand in the file are not played again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludo_env.arena.plan import Plan
from ludo_env.arena.table import Played
from ludo_env.core.errors import LudoError

GAMES_FILE = "games.jsonl"


class Log:
    """The games of a run, those found in its file and those that are added."""

    def __init__(self, plan: Plan, folder: Path | None) -> None:
        self.found: list[Played] = []
        self._file = None
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / GAMES_FILE
        whole = _whole_lines(path)
        if whole:
            _check_run(path, _parsed(path, 1, whole[0]), plan.identity)
            games = [_game(path, number + 2, line) for number, line in enumerate(whole[1:])]
            # The first of two lines for one game counts; they are equal but for the seconds.
            self.found = list({game.game: game for game in reversed(games)}.values())
        self._file = path.open("r+b" if path.exists() else "xb")
        self._file.truncate(sum(len(line) + 1 for line in whole))
        self._file.seek(0, 2)
        if not whole:
            self._write([{"run": plan.identity}])

    def add(self, games: Sequence[Played]) -> None:
        """Writes games that have been played."""
        if self._file is not None:
            self._write([asdict(game) | {"winners": game.winners} for game in games])

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()

    def _write(self, lines: Sequence[dict[str, Any]]) -> None:
        assert self._file is not None
        self._file.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        self._file.flush()


def _whole_lines(path: Path) -> list[bytes]:
    """The lines of a file that end as lines do."""
    try:
        return path.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LudoError(f"{path} cannot be read: {error.strerror}.") from error


def _parsed(path: Path, number: int, line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise LudoError(f"Line {number} of {path} is not JSON; is it the file of a run?") from error


def _game(path: Path, number: int, line: bytes) -> Played:
    data = _parsed(path, number, line)
    try:
        return Played(
            int(data["game"]),
            *(tuple(data[name]) for name in ("seating", "returns", "decisions", "seconds")),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise LudoError(f"Line {number} of {path} is no game of a run.") from error


def _check_run(path: Path, line: Any, identity: dict[str, Any]) -> None:
    """Refuses the file of another run."""
    said = line.get("run") if isinstance(line, dict) else None
    if not isinstance(said, dict):
        raise LudoError(f"{path} does not say which run it is of; choose another folder.")
    for name, value in identity.items():
        if said.get(name) != value:
            raise LudoError(
                f"{path} is of another run: its {name} is {said.get(name)!r}, not {value!r}; "
                f"choose another folder."
            )
