"""Agent names, spaces, masks and global state."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ludo_env._engine.family import Style
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._envs.masked_spaces import Actions, row_space
from ludo_env._envs.settings import RENDER_MODES, Settings


class Looks:
    """Names and spaces of one game with one choice of settings."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self.agents = tuple(f"player_{player}" for player in range(game.players))
        self.mask_in_infos = settings.action_mask == "info"
        self.style: Style = game.styles[settings.observation]
        self.shape = self.style.shape

    def metadata(self, name: str) -> dict[str, Any]:
        """PettingZoo's metadata of the environment."""
        return {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 4,
        }

    def action_spaces(self, actions: int) -> dict[str, spaces.Space[Any]]:
        """The action space of each agent."""
        return {agent: Actions(actions) for agent in self.agents}

    def observation_spaces(self, actions: int) -> dict[str, spaces.Space[Any]]:
        """The observation space of each agent: the row, alone or with the mask."""
        return {agent: self._observation_space(actions) for agent in self.agents}

    @cached_property
    def state_space(self) -> spaces.Box:
        """The space of the global state."""
        return row_space(self._whole)

    def state(self, record: Record, mask: npt.NDArray[np.int8]) -> npt.NDArray[Any]:
        """Return the global state: the first player's features, with the dice to play."""
        row = np.zeros(self._whole.width, self._whole.dtype)
        write = self._whole.write
        seen = self.game.layout.unpack(record)
        write(seen, int(seen.seat), mask, row)
        dice = row.copy()
        row[:] = 0
        write(seen, 0, mask, row)
        for start, stop in self._actors_columns:
            row[start:stop] = dice[start:stop]
        return row.reshape(self._whole.shape)

    def opening_infos(self, record: Record) -> dict[str, Any]:
        """Return the public infos of the rules at the start of a game."""
        columns = self.opening_columns(record)
        return {
            name: column[0].copy() if column.ndim > 1 else column[0].item()
            for name, column in columns.items()
        }

    def opening_columns(self, records: Record) -> dict[str, npt.NDArray[Any]]:
        """Return the same for many games, with a row for each."""
        games = len(records)
        infos: dict[str, npt.NDArray[Any]] = {}
        for name, field in self.game.facts.infos.items():
            infos[name] = records[field].reshape(games, -1, self.game.players)
        infos.update(self.news_columns(records))
        # The colour of each player, if it does not follow from the seat.
        colours = getattr(self.game.spec.board, "colours", ())
        numbers = {colour: player for player, colour in enumerate(colours)}
        if self.settings.illegal == "substitute":
            numbers["substituted"] = -1
        infos.update({name: np.full(games, number) for name, number in numbers.items()})
        return infos

    def news_columns(self, records: Record) -> dict[str, npt.NDArray[Any]]:
        """Return the public infos after each step of many games, with a number for each."""
        shown = self.game.facts.news
        return {name: records[field].astype(np.int64) for name, field in shown.items()}

    def news(self, record: Record) -> dict[str, memoryview]:
        """Return the public infos after each step: by name, the column of the number."""
        shown = self.game.facts.news
        return {name: memoryview(record[field]) for name, field in shown.items()}

    @property
    def _whole(self) -> Style:
        return self.game.styles["features"]

    @cached_property
    def _actors_columns(self) -> list[tuple[int, int]]:
        """Return the columns that only the player to act sees."""
        found, at = [], 0
        for name, width in self._whole.columns:
            field = self.game.layout.fields.get(name)
            if field is not None and field.actor_only:
                found.append((at, at + width))
            at += width
        return found

    def _observation_space(self, actions: int) -> spaces.Space[Any]:
        row = row_space(self.style)
        if self.mask_in_infos:
            return row
        mask = spaces.Box(0, 1, (actions,), np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})
