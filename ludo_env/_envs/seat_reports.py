"""Observations and infos of a batch of single seats, with a row for each game.

As in all vector environments of Gymnasium, `infos["_key"]` marks the games that have `key`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.seat_batch import Games
from ludo_env._envs.seat_games import SeatGames
from ludo_env._envs.spaces import Looks

Columns = dict[str, npt.NDArray[Any]]


class SeatReports:
    """The observations and infos of the learners; `drawn` means that their seats are drawn."""

    def __init__(self, looks: Looks, games: SeatGames, *, drawn: bool) -> None:
        self._looks = looks
        self._games = games
        self._batch = games.batch
        self._drawn = drawn
        self._openings: Columns = {}  # the infos from the starts of the games

    def note_begun(self, games: Games) -> None:
        """Store the opening infos of games that have begun."""
        opening = self._looks.opening_columns(self._batch.records[games])
        for name, values in opening.items():
            if name not in self._openings:
                shape = (self._batch.games, *values.shape[1:])
                self._openings[name] = np.zeros(shape, values.dtype)
            self._openings[name][games] = values

    def observations(self) -> Any:
        """Return the observations of all games, with the masks unless these are in the infos."""
        batch = self._batch
        rows = batch.rows.reshape(batch.games, *self._looks.shape).copy()
        if self._looks.mask_in_infos:
            return rows
        return {"observation": rows, "action_mask": batch.masks.copy()}

    def infos(self, substituted: npt.NDArray[np.int64] | None = None) -> dict[str, Any]:
        """Return the infos of all games; `substituted` has the actions played for illegal ones."""
        shown = self._columns(substituted)
        everywhere = np.ones(self._batch.games, np.bool_)
        return {**shown, **{f"_{name}": everywhere.copy() for name in shown}}

    def finals(
        self, ended: npt.NDArray[np.bool_], substituted: npt.NDArray[np.int64]
    ) -> dict[str, Any]:
        """Return the last observations and infos of games that begin again in the same step."""
        if not ended.any():
            return {}
        batch = self._batch
        last = np.full(batch.games, None, dtype=object)
        for game in np.flatnonzero(ended).tolist():
            row = batch.rows[game].reshape(self._looks.shape).copy()
            last[game] = (
                row
                if self._looks.mask_in_infos
                else {"observation": row, "action_mask": batch.masks[game].copy()}
            )
        info: dict[str, Any] = {}
        for name, array in self._columns(substituted).items():
            info[name] = np.zeros_like(array)
            info[name][ended] = array[ended]
            info[f"_{name}"] = ended.copy()
        return {
            "final_obs": last, "_final_obs": ended.copy(),
            "final_info": info, "_final_info": ended.copy(),
        }  # fmt: skip

    def kept(self) -> Columns:
        """Return a copy of the opening infos."""
        return {name: array.copy() for name, array in self._openings.items()}

    def put(self, kept: Columns) -> None:
        """Restore what `kept` returned."""
        self._openings = kept

    def _columns(self, substituted: npt.NDArray[np.int64] | None) -> Columns:
        """Return what the infos of a single seat contain, with a row for each game."""
        looks, batch = self._looks, self._batch
        infos = self.kept()
        infos.update(looks.news_columns(batch.records))
        if looks.settings.illegal == "substitute" and substituted is not None:
            infos["substituted"] = substituted.copy()
        if self._drawn:
            infos["seat"] = batch.learners.copy()
        if self._games.league is not None:
            infos["members"] = self._games.members
        if looks.mask_in_infos:
            infos["action_mask"] = batch.masks.copy()
        return infos
