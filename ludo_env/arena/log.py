"""The log of a run: a first line that identifies the run, then one JSON line for each game.

The file is untrusted data: all lines are checked before any is used (`log_lines`), and a file with
an error is left unchanged. Only an incomplete last line, from an interruption, is cut off; its game
is played again.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._engine.file_lock import try_lock
from ludo_env.arena.batch_play import Played
from ludo_env.arena.log_lines import LogReader, first_line, game_line
from ludo_env.arena.plan import Plan

GAMES_FILE = "games.jsonl"


class Log:
    """The games of a run: those found in its file, and those added to it.

    The file is locked until `close`, so that no second run writes to it.
    """

    def __init__(self, plan: Plan, folder: Path | None) -> None:
        self.found: list[Played] = []
        self._file: io.FileIO | None = None
        if folder is None:
            return
        self._path = folder / GAMES_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if self._path.exists() and not self._path.is_file():
                raise LudoError(f"{cut_path(self._path)} is not a file; choose another folder.")
            # Unbuffered, so that everything `add` has written is in the file.
            self._file = io.FileIO(self._path, "a+")
        except LudoError:
            raise
        except (OSError, ValueError) as error:
            raise LudoError(f"{cut_path(folder)} cannot be written to: {_why(error)}.") from error
        try:
            self._take_up(plan)
        except BaseException:
            self.close()
            raise

    def add(self, games: Sequence[Played]) -> None:
        """Write finished games."""
        if self._file is not None:
            self._write([game_line(game) for game in games])
            self._kept += len(games)

    def close(self) -> None:
        """Close the file, which also unlocks it."""
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.close()
            except OSError as error:  # a network disk may report only here that it is full
                raise self._unwritable(error) from error

    def _take_up(self, plan: Plan) -> None:
        """Lock the file, read it, and make it end with a whole line."""
        assert self._file is not None
        try:
            free = try_lock(self._file.fileno())
        except OSError:  # a disk without locks, so other runs cannot be prevented
            free = True
        if not free:
            raise LudoError(
                f"Another run is writing to {cut_path(self._path)}; wait until it has ended, or "
                f"choose another folder."
            )
        self._file.seek(0)
        reader = LogReader(plan, self._path)
        lines = io.BufferedReader(self._file)
        try:
            self.found = reader.read(lines)
        except OSError as error:
            raise LudoError(f"{cut_path(self._path)} cannot be read: {_why(error)}.") from error
        finally:
            lines.detach()
        self._kept = len(self.found)
        try:
            if self._file.seek(0, io.SEEK_END) > reader.whole:
                self._file.truncate(reader.whole)
        except OSError as error:
            raise self._unwritable(error) from error
        self._end = reader.whole
        if not self._end:
            self._write([first_line(plan)])

    def _write(self, lines: Sequence[str]) -> None:
        assert self._file is not None
        data = "".join(lines).encode("ascii")
        done = 0
        try:
            while done < len(data):
                done += self._file.write(data[done:]) or 0
        except OSError as error:
            # Keep the whole lines that were written.
            whole = data.rfind(b"\n", 0, done) + 1
            self._kept += data.count(b"\n", 0, whole)
            with suppress(OSError):
                self._file.truncate(self._end + whole)
            raise self._unwritable(error) from error
        self._end += len(data)

    def _unwritable(self, error: OSError) -> LudoError:
        return LudoError(
            f"{cut_path(self._path)} cannot be written to: {_why(error)}; the {self._kept} games "
            f"in it are kept, and the same call goes on from there."
        )


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
