"""The lines of a run's file: how they are written, and how one from outside is checked.

A line ends with a check sum of what it says, but for the seconds. A line without one was written
before there were any; it is checked by what the plan says, and allowed only in a file whose first
line is as old.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from ludo_env.arena.plan import Plan
from ludo_env.arena.table import Played
from ludo_env.core.errors import LudoError, cut_path, quoted

# The format of the file, in its first line; files from before have no such number.
FORMAT = 2
_LONGEST = 1 << 16  # bytes of a line of a game, many times more than any has
_MOST_GAMES = 1 << 62  # numbers of games are numbers of chance streams
_MOST_DECISIONS = 1 << 40
_KEYS = ("game", "seating", "returns", "decisions", "seconds", "winners")


def first_line(plan: Plan) -> str:
    """Return the line that says which run a file is of."""
    return json.dumps({"run": plan.identity, "log": FORMAT}) + "\n"


def game_line(game: Played, *, summed: bool = True) -> str:
    """Return the line of a game, with a check sum or as it was before there were any."""
    data = asdict(game) | {"winners": game.winners}
    if summed:
        # The time that a game took says nothing about who won: two runs write the same sum.
        text = json.dumps({name: data[name] for name in _KEYS if name != "seconds"})
        data["check"] = f"{zlib.crc32(text.encode()):08x}"
    return json.dumps(data) + "\n"


class LogReader:
    """Reads the file of a run: whole lines in `read`, and in `whole` how many bytes they are."""

    def __init__(self, plan: Plan, path: Path) -> None:
        self.whole = 0
        self._plan, self._path = plan, path
        self._line = 0

    def read(self, lines: BinaryIO) -> list[Played]:
        """Return the games of a file; anything wrong with it is a `LudoError` with its line."""
        summed = self._run(lines)
        found: dict[int, Played] = {}
        while (line := self._next(lines, _LONGEST)).endswith(b"\n"):
            game = self._game(line, summed)
            if found.setdefault(game.game, game) != game:
                raise self._wrong(f"game {game.game} stands in another line with other values")
            self.whole += len(line)
        if len(line) > _LONGEST:
            raise self._wrong(f"it is longer than {_LONGEST} bytes")
        return list(found.values())

    def _run(self, lines: BinaryIO) -> bool:
        """Check the first line; have the lines of games check sums?"""
        ours = [first_line(self._plan), json.dumps({"run": self._plan.identity}) + "\n"]
        line = self._next(lines, _LONGEST + len(ours[0]))
        if not line.endswith(b"\n"):
            if not any(text.encode().startswith(line) for text in ours):
                raise self._strange()
            return True
        data = self._parsed(line)
        said = data.get("run") if isinstance(data, dict) else None
        if not isinstance(said, dict):
            raise self._strange()
        if data.get("log", FORMAT) != FORMAT:
            raise LudoError(
                f"{cut_path(self._path)} has the format {quoted(data['log'])}, and this version "
                f"of ludo_env reads {FORMAT}; choose another folder."
            )
        for name, value in self._plan.identity.items():
            if said.get(name) != value:
                raise LudoError(
                    f"{cut_path(self._path)} is of another run: its {name} is "
                    f"{quoted(said.get(name))}, not {quoted(value)}; choose another folder."
                )
        if line.decode() not in ours:
            raise LudoError(
                f"Line 1 of {cut_path(self._path)} is not as it was written; choose another folder."
            )
        self.whole = len(line)
        return "log" in data

    def _game(self, line: bytes, summed: bool) -> Played:
        """Return the game of a line."""
        data = self._parsed(line)
        if not isinstance(data, dict) or not set(_KEYS) <= set(data):
            raise self._wrong(f"it is not an object with {', '.join(_KEYS)}")
        try:
            game = _played(data, self._plan)
        except ValueError as error:
            raise self._wrong(str(error)) from None
        if not summed and "check" not in data:
            if game.game >= self._plan.games:
                raise self._wrong(f"a run of {self._plan.games} games has no game {game.game}")
            if line.decode() == game_line(game, summed=False):
                return game
        if line.decode() != game_line(game):
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
            f"Line {self._line} of {cut_path(self._path)} is no game of this run: {why}; take the "
            f"line out to have its game played again, or choose another folder."
        )


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _played(data: Mapping[str, Any], plan: Plan) -> Played:
    """Return the game that a line says; a ValueError where it cannot have been played."""
    number = data["game"]
    if not _is_whole(number, 0, _MOST_GAMES):
        raise ValueError(f"its game is {quoted(number)}, not a whole number from 0")
    for name in _KEYS[1:-1]:
        if not isinstance(data[name], list) or len(data[name]) != plan.spec.players:
            raise ValueError(f"its {name} is {quoted(data[name])}, not a list with a place a seat")
    seating = plan.seating(number)
    if not all(map(_is_whole, data["seating"])) or tuple(data["seating"]) != seating:
        raise ValueError(f"its seating is {quoted(data['seating'])}, not {list(seating)}")
    if not all(_is_whole(gained, -1, 1) for gained in data["returns"]):
        raise ValueError(f"its returns is {quoted(data['returns'])}, not numbers of -1, 0 and 1")
    for count in data["decisions"]:
        if not _is_whole(count, 0, _MOST_DECISIONS):
            raise ValueError(f"its decisions has {quoted(count)}, not a whole number from 0")
    if plan.max_steps is not None and sum(data["decisions"]) > plan.max_steps:
        raise ValueError(f"its decisions are more than max_steps={plan.max_steps}")
    for spent in data["seconds"]:
        if not isinstance(spent, float) or not math.isfinite(spent) or spent < 0:
            raise ValueError(f"its seconds has {quoted(spent)}, not a finite number from 0")
    parts = (tuple(data[name]) for name in ("returns", "decisions", "seconds"))
    game = Played(number, seating, *parts)
    if data["winners"] != list(game.winners) or not all(map(_is_whole, data["winners"])):
        raise ValueError(f"its winners is {quoted(data['winners'])}, not {list(game.winners)}")
    return game


def _is_whole(value: Any, low: int = 0, high: int = _MOST_GAMES) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
