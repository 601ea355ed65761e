"""The newest checkpoints of a folder that a training run writes, and agents that play them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from ludo_env._engine.errors import LudoError, cut_path, quoted
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.spec import Spec
from ludo_env._engine.whole_file import reason_of
from ludo_env.agents.league_members import natural_order
from ludo_env.agents.make import agent_of
from ludo_env.agents.view import Agent
from ludo_env.catalogue import listed_games, spec_with

PATTERN = "*.npz"
PLACE = "{file}"  # the placeholder for the path in the text of an agent
_RESUMED = ".checkpoint.npz"  # a file to resume training from, which is not a network


class Checkpoint(NamedTuple):
    """A file that a training run has written, as it was at one time."""

    path: Path
    written: int  # nanoseconds since 1970

    @property
    def name(self) -> str:
        """Return the name of the file without its ending."""
        return self.path.stem

    @property
    def age(self) -> str:
        """Return how long ago it was written, in words."""
        seconds = max(0, int(time.time() - self.written / 1e9))
        if seconds < 60:
            return f"{seconds} s ago"
        return f"{seconds // 60} min ago" if seconds < 7200 else f"{seconds // 3600} h ago"


class Checkpoints:
    """A folder of checkpoints; `agent` is the text of an agent with "{file}" for the path.

    Without a text the files are networks of `ludo-env train`.
    """

    def __init__(self, folder: str | Path, agent: str = "", pattern: str = PATTERN) -> None:
        self.folder, self.pattern, self._agent = Path(folder), pattern, agent
        if not self.folder.is_dir():
            raise LudoError(f"{cut_path(self.folder)} is not a folder.")
        if agent and PLACE not in agent:
            raise LudoError(
                f"The agent of a checkpoint has {PLACE} in its text, for the path; "
                f"{quoted(agent)} has not."
            )

    def newest_first(self) -> list[Checkpoint]:
        """Return the files, the newest one first.

        Names that begin with a dot are left out: they are not complete.
        """
        found = []
        try:
            for path in self.folder.iterdir():
                name = path.name
                if name.startswith(".") or not fnmatchcase(name, self.pattern):
                    continue
                if name.endswith(_RESUMED) or not path.is_file():
                    continue
                found.append(Checkpoint(path, path.stat().st_mtime_ns))
        except FileNotFoundError:
            pass  # a file was deleted meanwhile; the next call finds the others
        except OSError as error:
            raise LudoError(
                f"{cut_path(self.folder)} cannot be read: {reason_of(error)}."
            ) from error
        return sorted(found, key=lambda one: (one.written, natural_order(one.name)), reverse=True)

    def agent(self, checkpoint: Checkpoint, game: Game) -> Agent:
        """Return the agent of a checkpoint, ready to play; raise if it does not fit the game."""
        # Imported here because few commands need networks.
        from ludo_env.agents.net import NetAgent

        text = str(checkpoint.path)
        made = agent_of(self._agent.replace(PLACE, text)) if self._agent else NetAgent(text)
        prepare = getattr(made, "prepare", None)
        if prepare is not None:
            prepare(game)
        return made

    def spec(self, checkpoint: Checkpoint) -> Spec:
        """Return the game of a network; raise if no game of the library matches it."""
        if self._agent:
            raise LudoError("The game of these checkpoints is not known; --game names it.")
        from ludo_env.agents.net_file import about_net

        about = about_net(checkpoint.path)
        for spec in _ways_to_play():
            if spec.name == about["game"] and (
                game_of(spec, "python").identity.hex() == about["identity"]
            ):
                return spec
        raise LudoError(
            f"{cut_path(checkpoint.path)} is a net for {quoted(about['game'])} with settings that "
            "no game of the library has; --game, --players and --mode name it."
        )


def _ways_to_play() -> Iterator[Spec]:
    """Yield each game of the library with each number of players and each mode."""
    for name, entry in listed_games().items():
        modes = entry.modes or (None,)
        for players in entry.players if len(entry.players) > 1 else (None,):
            for mode in modes:
                with suppress(LudoError):  # not all of them go together
                    yield spec_with(name, players, mode)
