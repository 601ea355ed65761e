"""The pictures of a batch of single seats: one of each game, with its last move."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.game import Game
from ludo_env._engine.seat_batch import Games, SeatBatch
from ludo_env._engine.state import Record
from ludo_env._envs.rendering import Pictures
from ludo_env._envs.settings import Settings


class BatchPictures:
    """Pictures that follow the games from the first one on; before that they cost nothing."""

    def __init__(self, game: Game, settings: Settings, name: str, batch: SeatBatch) -> None:
        self._made_of = (game, settings, name)
        self._batch = batch
        self._pictures: list[Pictures] = []

    def render(self) -> tuple[Any, ...]:
        """Return a picture of each game, as the render mode says."""
        if not self._pictures:
            self._pictures = [Pictures(*self._made_of) for _ in range(self._batch.games)]
            self.begin(np.arange(self._batch.games))
        return tuple(
            pictures.render(self._record(game)) for game, pictures in enumerate(self._pictures)
        )

    def begin(self, games: Games) -> None:
        """Note that games begin."""
        for game in games.tolist() if self._pictures else ():
            self._pictures[game].begin(self._record(game))

    def follow(self, games: npt.NDArray[np.bool_]) -> None:
        """Note that games have advanced."""
        for game in np.flatnonzero(games).tolist() if self._pictures else ():
            self._pictures[game].follow(self._record(game))

    def close(self) -> None:
        """Forget the pictures."""
        self._pictures = []

    def _record(self, game: int) -> Record:
        return self._batch.records[game : game + 1]
