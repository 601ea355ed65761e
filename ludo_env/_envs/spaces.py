"""What the outside of a game looks like to agents: names, spaces, masks, the global state."""

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
    """Names and spaces of one game under one choice of settings."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self.agents = tuple(f"player_{player}" for player in range(game.players))
        self.mask_in_infos = settings.action_mask == "info"
        self.style: Style = game.styles[settings.observation]
        self.shape = self.style.shape

    def metadata(self, name: str) -> dict[str, Any]:
        """PettingZoo's facts about the environment."""
        return {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 4,
        }

    def action_spaces(self, actions: int) -> dict[str, spaces.Space[Any]]:
        """An action space for each agent."""
        return {agent: Actions(actions) for agent in self.agents}

    def observation_spaces(self, actions: int) -> dict[str, spaces.Space[Any]]:
        """An observation space for each agent: the row, alone or beside the mask."""
        return {agent: self._observation_space(actions) for agent in self.agents}

    @cached_property
    def state_space(self) -> spaces.Box:
        """The space of the global state."""
        return row_space(self._whole)

    def state(self, record: Record, mask: npt.NDArray[np.int8]) -> npt.NDArray[Any]:
        """The global state: the first player's features, with the dice of the player to act."""
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
        """What the rules tell everybody once a game has begun."""
        infos: dict[str, Any] = {}
        for name, field in self.game.facts.get("infos", {}).items():
            infos[name] = record[field][0].reshape(-1, self.game.players).copy()
        infos.update({name: number[0] for name, number in self.news(record).items()})
        # Which player has which colour, where that is not a matter of the seat.
        colours = getattr(self.game.spec.board, "colours", ())
        infos.update({colour: player for player, colour in enumerate(colours)})
        if self.settings.illegal == "substitute":
            infos["substituted"] = -1
        return infos

    def news(self, record: Record) -> dict[str, memoryview]:
        """What the rules tell everybody after each step: by name, where the number stands."""
        told = self.game.facts.get("news", {})
        return {name: memoryview(record[field]) for name, field in told.items()}

    @property
    def _whole(self) -> Style:
        return self.game.styles["features"]

    @cached_property
    def _actors_columns(self) -> list[tuple[int, int]]:
        """Where the columns lie that only the player to act sees."""
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
