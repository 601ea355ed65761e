"""Members of a league: agents with a name and a number, in memory or as files in a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeAlias

from ludo_env._engine.errors import LudoError, cut_path, quoted, raised
from ludo_env._engine.whole_file import reason_of
from ludo_env.agents.make import make_agent

# load(path) -> the agent, or the text of one, that is saved in a file.
Load: TypeAlias = Callable[[Path], Any]

_DIGITS = re.compile(r"([0-9]+)")


class LeagueMember:
    """One member: its `number`, which is never reused, its `name`, and its agent.

    `given` is the agent, its text, or the path of its file, which is loaded when the agent is first
    needed. With `keep` the member is never dropped to make room.
    """

    def __init__(
        self, number: int, name: str, given: Any, *, keep: bool = False, load: Load | None = None
    ) -> None:
        self.number, self.name, self.given, self.keep = number, name, given, keep
        self._load = load
        self._agent = None if isinstance(given, Path) else checked_agent(given)

    @property
    def agent(self) -> Any:
        """The agent; a file is loaded on first access."""
        if self._agent is None:
            self._agent = _loaded(self.given, self._load)
        return self._agent

    def __deepcopy__(self, memo: dict[int, Any]) -> LeagueMember:
        return self  # members never change, so copies of a league share them

    def __repr__(self) -> str:
        return f"<member {self.number} {self.name!r}>"


class LeagueFolder:
    """A folder in which each file is a member; `changes` returns new files and missing ones."""

    def __init__(self, path: Path, pattern: str) -> None:
        self.path, self.pattern = path, pattern
        self.seen: set[str] = set()

    def changes(self) -> tuple[list[Path], set[str]]:
        """Return the new files, in the natural order of their names, and the names that are gone.

        Names that begin with a dot are ignored, as files may have them while they are written.
        """
        try:
            with os.scandir(self.path) as entries:
                names = [entry.name for entry in entries]
        except OSError as error:
            raise LudoError(
                f"The folder of a league, {cut_path(self.path)}, cannot be read: "
                f"{reason_of(error)}."
            ) from error
        found = {
            name for name in names if not name.startswith(".") and fnmatchcase(name, self.pattern)
        }
        new, gone = found - self.seen, self.seen - found
        self.seen = found
        return [self.path / name for name in sorted(new, key=natural_order)], gone


def checked_agent(given: Any) -> Any:
    """Return an agent, made from its text if needed; refuse one that cannot play many games."""
    if isinstance(given, str):
        return make_agent(given)
    acts = callable(getattr(given, "act", None)) or callable(given)
    if not acts or isinstance(given, type):
        raise LudoError(
            "A member of a league is an agent, its text, a function of (observation, mask) or the "
            f"path of a file, not {quoted(given)}."
        )
    if callable(getattr(given, "new_game", None)):
        raise LudoError(
            f"{quoted(given)} with new_game() follows one game, and a member of a league plays "
            "many at once; an agent with act(view) gets all that it needs in the view."
        )
    return given


def natural_order(name: str) -> list[Any]:
    """Return a key that sorts names with their numbers as numbers: step_9 before step_10."""
    parts: list[Any] = _DIGITS.split(name)
    parts[1::2] = map(int, parts[1::2])
    return parts


def _loaded(path: Path, load: Load | None) -> Any:
    """Return the agent in a file; an error names the file."""
    if load is None:
        raise LudoError(
            f"A league needs load=, a function that makes an agent of a path, for {cut_path(path)}."
        )
    try:
        return checked_agent(load(path))
    except Exception as error:
        raise LudoError(
            f"The member in {cut_path(path)} cannot be loaded: load {raised(error)}."
        ) from error
