"""Games taken out of a batch and put back, so that a search can branch them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env.core.batch import Batch
from ludo_env.core.errors import LudoError

# The arrays of a batch that say everything about its games; masks and rows follow from them.
_ARRAYS = (
    *("records", "streams", "samplers", "steps", "terminated", "truncated"),
    *("acted", "rewards", "rewards_all"),
)


@dataclass(frozen=True)
class Branches:
    """Saved games of one kind; `games[[0, 0, 2]]` picks and repeats some."""

    spec: str
    mode: int  # what happens to games that have ended: their flags mean something else in each
    arrays: dict[str, npt.NDArray[Any]]

    def __len__(self) -> int:
        return len(self.arrays["steps"])

    def __getitem__(self, picked: Any) -> Branches:
        numbers = np.atleast_1d(np.arange(len(self))[picked])
        picked_arrays = {name: _some(array, numbers) for name, array in self.arrays.items()}
        return Branches(self.spec, self.mode, picked_arrays)


def copy_games(batch: Batch, mode: int, games: npt.NDArray[np.int64]) -> Branches:
    """These games of a batch, sharing nothing with it."""
    arrays = {name: _some(getattr(batch, name), games) for name in _ARRAYS}
    return Branches(batch.game.spec.key, mode, arrays)


def put_games(batch: Batch, mode: int, saved: Branches, games: npt.NDArray[np.int64]) -> None:
    """Saved games in the place of these; a single one goes into every place."""
    if not isinstance(saved, Branches):
        raise LudoError(f"set_state takes what get_state gave, not {type(saved).__name__}.")
    if saved.spec != batch.game.spec.key:
        raise LudoError("These games belong to another game or to another set of rules.")
    if saved.mode != mode:
        raise LudoError("These games come from a batch with another autoreset_mode.")
    if len(saved) not in (1, len(games)):
        raise LudoError(f"{len(saved)} saved games cannot be put into {len(games)} places.")
    for name, array in saved.arrays.items():
        getattr(batch, name)[games] = array


def _some(array: npt.NDArray[Any], games: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Some games of an array, byte for byte: also what lies between the fields of a record."""
    if array.dtype.names is None:
        return array[games]
    return array.view(f"V{array.dtype.itemsize}")[games].view(array.dtype)
