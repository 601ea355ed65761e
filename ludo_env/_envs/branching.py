"""Branching: copy games out of a batch and put them back, for searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.batch import Batch
from ludo_env._engine.batch_loops import SAME_STEP
from ludo_env._engine.errors import LudoError, StateError, quoted
from ludo_env._engine.family import DECIDE
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state_check import adopted, check_streams, checked
from ludo_env._engine.state_signature import is_signed, signature

# The arrays of a batch that determine its games; masks and rows follow from them.
_ARRAYS = (
    *("records", "streams", "samplers", "steps", "terminated", "truncated"),
    *("acted", "rewards", "rewards_all"),
)


MOST_STEPS = 2**62


@dataclass(frozen=True, eq=False)
class Branches:
    """Saved games of one kind, read-only; `games[[0, 0, 2]]` selects and repeats some."""

    spec: str
    mode: int  # the autoreset mode, which determines the meaning of the flags of ended games
    arrays: Mapping[str, npt.NDArray[Any]]
    sign: bytes = b""  # set by the process that took them from a running batch

    def __len__(self) -> int:
        return len(self.arrays["steps"])

    def __getitem__(self, picked: Any) -> Branches:
        try:
            numbers = np.atleast_1d(np.arange(len(self))[picked])
        except (TypeError, ValueError, LookupError) as error:
            if isinstance(picked, (int, np.integer)):
                raise  # an IndexError ends a loop over the games
            raise LudoError(f"Saved games are picked by numbers, not {quoted(picked)}.") from error
        if numbers.ndim != 1:
            raise LudoError(f"Saved games are picked by a list of numbers, not {quoted(picked)}.")
        arrays = {name: _some(array, numbers) for name, array in self.arrays.items()}
        return (
            _signed(self.spec, self.mode, arrays)
            if _is_known(self)
            else Branches(self.spec, self.mode, arrays)
        )


def copy_games(batch: Batch, mode: int, games: npt.NDArray[np.int64]) -> Branches:
    """Return a copy of these games of a batch."""
    arrays = {name: _some(getattr(batch, name), games) for name in _ARRAYS}
    return _signed(batch.game.spec.key, mode, arrays)


def put_games(batch: Batch, mode: int, saved: Branches, games: npt.NDArray[np.int64]) -> None:
    """Replace these games by saved ones, after a check; a single saved game replaces all."""
    if not isinstance(saved, Branches):
        raise StateError(f"set_state takes what get_state gave, not {quoted(saved)}.")
    if type(saved.spec) is not str or saved.spec != batch.game.spec.key:
        raise StateError("These games belong to another game or to another set of rules.")
    if type(saved.mode) is not int or saved.mode != mode:
        raise StateError("These games come from a batch with another autoreset_mode.")
    arrays = _checked(batch, saved)
    count = len(arrays["steps"])
    if count not in (1, len(games)):
        raise LudoError(f"{count} saved games cannot be put into {len(games)} places.")
    for name, array in arrays.items():
        getattr(batch, name)[games] = array


def _checked(batch: Batch, saved: Branches) -> dict[str, npt.NDArray[Any]]:
    """Return copies of the arrays of saved games; raise a `StateError` on an invalid one."""
    if not isinstance(saved.arrays, Mapping) or set(saved.arrays) != set(_ARRAYS):
        raise StateError(f"Saved games have the arrays {', '.join(_ARRAYS)}, and nothing else.")
    arrays: dict[str, npt.NDArray[Any]] = {}
    for name in _ARRAYS:
        array, model = saved.arrays[name], getattr(batch, name)
        if name == "records" and getattr(array, "dtype", None) != model.dtype:
            array = adopted(batch.game, array)
        # The first one gives the number of games.
        count = len(arrays["records"]) if arrays else len(array) if np.ndim(array) else 0
        wanted = (model.dtype, (count, *model.shape[1:]))
        if not isinstance(array, np.ndarray) or not count or (array.dtype, array.shape) != wanted:
            raise StateError(f"{name} of saved games is not as get_state gave it.")
        # Of exactly this type: a subclass of an array may run any code when it is indexed.
        arrays[name] = _some(np.array(array, subok=False), np.arange(count))
    if is_signed(saved.sign, *_parts(saved.spec, saved.mode, arrays)):
        return arrays
    layouts = {"records": batch.game.layout, "streams": STREAM_LAYOUT, "samplers": STREAM_LAYOUT}
    for name, layout in layouts.items():
        arrays[name] = layout.copied(arrays[name])
    _check_numbers(batch, saved.mode, arrays)
    return arrays


def _check_numbers(batch: Batch, mode: int, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Refuse games that a batch of this kind cannot have."""
    game, count = batch.game, len(arrays["steps"])
    records = checked(game, arrays["records"], count, chance=False)
    check_streams(arrays["streams"], count)
    check_streams(arrays["samplers"], count)
    ended = arrays["terminated"] | arrays["truncated"]
    playing = records["phase"] == DECIDE
    # With SAME_STEP the flags are those of the previous game, and the state is of a new one.
    if not (playing.all() if mode == SAME_STEP else (playing | ended).all()):
        raise StateError("A saved game has ended, and its flags do not say so.")
    if any(
        (array.view(np.uint8) > 1).any() for array in (arrays["terminated"], arrays["truncated"])
    ):
        raise StateError("The flags of saved games are True or False.")
    if ((arrays["steps"] < 0) | (arrays["steps"] > MOST_STEPS)).any():
        raise StateError(f"A saved game has taken 0 to {MOST_STEPS} steps.")
    if not ((arrays["acted"] >= 0) & (arrays["acted"] < game.players)).all():
        raise StateError(f"The seats of saved games are numbered 0..{game.players - 1}.")
    for name in ("rewards", "rewards_all"):
        if not np.isin(arrays[name], (-1, 0, 1)).all():
            raise StateError(f"The {name} of saved games are -1, 0 or 1.")


def _signed(spec: str, mode: int, arrays: dict[str, npt.NDArray[Any]]) -> Branches:
    """Return games that need no check when they are put back, read-only."""
    for array in arrays.values():
        array.flags.writeable = False
    return Branches(spec, mode, arrays, signature(*_parts(spec, mode, arrays)))


def _is_known(saved: Branches) -> bool:
    """Return whether these games are unchanged since a batch of this process saved them."""
    return is_signed(saved.sign, *_parts(saved.spec, saved.mode, saved.arrays))


def _parts(spec: str, mode: int, arrays: Mapping[str, npt.NDArray[Any]]) -> list[bytes]:
    """Return what the signature of saved games covers."""
    kinds = {name: (array.dtype.str, array.shape) for name, array in arrays.items()}
    head = f"{spec} {mode} {kinds}".encode()
    return [head, *(array.tobytes() for array in arrays.values())]


def _some(array: npt.NDArray[Any], games: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Return some games of an array, byte for byte, with the padding between a record's fields."""
    if array.dtype.names is None:
        return array[games]
    whole = np.ascontiguousarray(array).view(f"V{array.dtype.itemsize}")
    return whole[games].view(array.dtype)
