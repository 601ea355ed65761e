"""Pictures of a batch: one of each game, or one of many games side by side."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.game import Game
from ludo_env._engine.seat_batch import Games
from ludo_env._engine.state import Record
from ludo_env._envs.rendering import Pictures
from ludo_env._envs.settings import Settings
from ludo_env._render.pygame_check import check_pygame


class Batch(Protocol):
    """Games side by side."""

    games: int
    records: Record


class BatchPictures:
    """Pictures of the games; they cost nothing before the first one is requested.

    If a picture of game i is requested, all games up to i are followed from then on.
    """

    def __init__(self, game: Game, settings: Settings, name: str, batch: Batch) -> None:
        self._made_of = (game, settings, name)
        self._batch = batch
        self._pictures: list[Pictures] = []

    def render(self) -> tuple[Any, ...]:
        """Return a picture of each game, depending on the render mode."""
        followed = self._follow_first(self._batch.games)
        return tuple(pictures.render(self._record(game)) for game, pictures in enumerate(followed))

    def tiled(self, games: int) -> npt.NDArray[np.uint8]:
        """Return one picture of the render size that shows the first games, or all, in rows."""
        if not is_whole(games, 1):
            raise LudoError(f"games is a whole number of 1 or more, not {quoted(games)}.")
        check_pygame("tiled_picture()", 'position() and render_mode="ansi" do without it')
        games = min(games, self._batch.games)
        width, height = self._made_of[1].render_size
        columns = ceil(sqrt(games))
        rows = -(-games // columns)
        right = [width * at // columns for at in range(columns + 1)]
        below = [height * at // rows for at in range(rows + 1)]
        picture = np.zeros((height, width, 3), np.uint8)
        for game, pictures in enumerate(self._follow_first(games)):
            row, column = divmod(game, columns)
            size = right[column + 1] - right[column], below[row + 1] - below[row]
            tile = pictures.pixels(self._record(game), size)
            if game == 0:
                picture[:] = tile[0, 0]  # the background, where there is no game
            picture[below[row] : below[row + 1], right[column] : right[column + 1]] = tile
        return picture

    def begin(self, games: Games) -> None:
        """Note that games begin."""
        for game in games[games < len(self._pictures)].tolist():
            self._pictures[game].begin(self._record(game))

    def follow(self, games: npt.NDArray[np.bool_]) -> None:
        """Note that games have advanced."""
        for game in np.flatnonzero(games[: len(self._pictures)]).tolist():
            self._pictures[game].follow(self._record(game))

    def close(self) -> None:
        """Drop the pictures."""
        self._pictures = []

    def _follow_first(self, games: int) -> list[Pictures]:
        """Follow at least this many games, and return the pictures of the first ones."""
        for game in range(len(self._pictures), games):
            self._pictures.append(Pictures(*self._made_of))
            self._pictures[game].begin(self._record(game))
        return self._pictures[:games]

    def _record(self, game: int) -> Record:
        return self._batch.records[game : game + 1]
