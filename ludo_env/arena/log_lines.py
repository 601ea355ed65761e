"""The lines of a log: writing, and checking untrusted ones.

A line ends with two checksums. `check` omits the seconds, so two runs of one plan write the same
value; `sum` covers the whole line before it. Lines without `sum`, or without both, have older
formats: they are checked against the plan, and allowed only in a file whose first line is as old.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any, BinaryIO

from ludo_env._engine.errors import LudoError, cut_path, quoted
from ludo_env.arena.batch_play import Played
from ludo_env.arena.log_game import KEYS, GameCheck
from ludo_env.arena.plan import Plan

# The format of the file, in its first line. Lines of format 2 have no `sum`. Older files have no
# format number and no checksums.
FORMAT = 3
_SUMMED = 2
_AT_TIMES = ("luck", "files")  # parts of the identity of some runs only
_LONGEST = 1 << 16  # bytes in the line of a game, far more than needed


def first_line(plan: Plan, form: int = FORMAT) -> str:
    """Return the line that identifies the run of a file and its format."""
    number = {"log": form} if form >= _SUMMED else {}
    return json.dumps({"run": plan.identity} | number) + "\n"


def game_line(game: Played, form: int = FORMAT) -> str:
    """Return the line of a game, with its checksums, or in an older format; 1 is the oldest."""
    data: dict[str, Any] = {name: getattr(game, name) for name in KEYS}
    if game.luck:
        data["luck"] = game.luck
    if form >= _SUMMED:
        # Times do not affect the result of a game, so two runs write the same checksum.
        data["check"] = _sum({name: data[name] for name in data if name != "seconds"})
    if form >= FORMAT:
        data["sum"] = _sum(data)
    return json.dumps(data) + "\n"


class LogReader:
    """A reader of logs: `read` returns the games, and `whole` counts the bytes of whole lines."""

    def __init__(self, plan: Plan, path: Path) -> None:
        self.whole = 0
        self._plan, self._path = plan, path
        self._check = GameCheck(plan)
        self._line = 0

    def read(self, lines: BinaryIO) -> list[Played]:
        """Return the games of a file; raise a `LudoError` with the line of the first error."""
        form = self._run(lines)
        found: dict[int, Played] = {}
        while (line := self._next(lines, _LONGEST)).endswith(b"\n"):
            game = self._game(line, form)
            if found.setdefault(game.game, game) != game:
                raise self._wrong(f"game {game.game} appears in another line with other values")
            self.whole += len(line)
        if len(line) > _LONGEST:
            raise self._wrong(f"it is longer than {_LONGEST} bytes")
        return list(found.values())

    def _run(self, lines: BinaryIO) -> int:
        """Check the first line; return the format of the file."""
        ours = [first_line(self._plan, form) for form in range(FORMAT, 0, -1)]
        line = self._next(lines, _LONGEST + len(ours[0]))
        if not line.endswith(b"\n"):
            if not any(text.encode().startswith(line) for text in ours):
                raise self._strange()
            return FORMAT
        data = self._parsed(line)
        said = data.get("run") if isinstance(data, dict) else None
        if not isinstance(said, dict):
            raise self._strange()
        if data.get("log", FORMAT) not in range(_SUMMED, FORMAT + 1):
            raise LudoError(
                f"{cut_path(self._path)} has the format {quoted(data['log'])}, and this version "
                f"of ludo_env reads {_SUMMED} to {FORMAT}; choose another folder."
            )
        identity = self._plan.identity
        for name in dict.fromkeys((*identity, *_AT_TIMES)):
            if said.get(name) != identity.get(name):
                raise LudoError(
                    f"{cut_path(self._path)} is of another run: its {name} is "
                    f"{quoted(said.get(name))}, not {quoted(identity.get(name))}; choose another "
                    f"folder."
                )
        if line.decode() not in ours:
            raise LudoError(
                f"Line 1 of {cut_path(self._path)} is not as it was written; choose another folder."
            )
        self.whole = len(line)
        return int(data.get("log", 1))

    def _game(self, line: bytes, form: int) -> Played:
        """Return the game of a line."""
        data = self._parsed(line)
        if not isinstance(data, dict) or not set(KEYS) <= set(data):
            raise self._wrong(f"it is not an object with {', '.join(KEYS)}")
        try:
            game = self._check.played(data)
        except ValueError as error:
            raise self._wrong(str(error)) from None
        if "sum" not in data and form < FORMAT:
            # In an older file, the checksums of a line show its format.
            form = _SUMMED if "check" in data else form
        else:
            form = FORMAT
        if form < _SUMMED and game.game >= self._plan.games:
            raise self._wrong(f"a run of {self._plan.games} games has no game {game.game}")
        if line.decode() != game_line(game, form):
            raise self._wrong("its check sum says that it has been changed")
        return game

    def _next(self, lines: BinaryIO, longest: int) -> bytes:
        self._line += 1
        return lines.readline(longest + 1)

    def _parsed(self, line: bytes) -> Any:
        try:
            return json.loads(line.decode("ascii"), parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            wrong = (
                self._strange("is not JSON and ")
                if self._line == 1
                else self._wrong("it is not JSON")
            )
            raise wrong from error

    def _strange(self, more: str = "") -> LudoError:
        return LudoError(
            f"Line 1 of {cut_path(self._path)} {more}does not say which run it is of; choose "
            f"another folder."
        )

    def _wrong(self, why: str) -> LudoError:
        return LudoError(
            f"Line {self._line} of {cut_path(self._path)} is not of this run: {why}; take the "
            f"line out to have its game played again, or choose another folder."
        )


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _sum(data: dict[str, Any]) -> str:
    return f"{zlib.crc32(json.dumps(data).encode()):08x}"
