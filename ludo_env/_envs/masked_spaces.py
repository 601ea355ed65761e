"""Observation spaces of rows, and action spaces with fast masked sampling."""

from __future__ import annotations

from math import floor
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.family import Style
from ludo_env._engine.session import Session

# A space with few actions has few different masks, which are cached.
_FEW = 256
_REMEMBERED = 4096
_ARRAY = np.ndarray


def row_space(style: Style, shape: tuple[int, ...] | None = None) -> Box:
    """Return the space of the rows of a style, or of arrays of them in another shape."""
    return Box(style.low, style.high, shape or style.shape, style.dtype)  # type: ignore[arg-type, unused-ignore]


class Actions(Discrete):
    """Discrete(n) with a `sample(mask)` that takes a fraction of a microsecond.

    With few actions, the legal ones of a mask are cached by its bytes. With many, the space reads
    the list of the running game that it follows. Actions are drawn by a `random.Random` that is
    seeded together with the space. Everything else is as in `Discrete`.
    """

    def __init__(self, count: int, seed: int | None = None) -> None:
        self._remembered: dict[bytes, tuple[np.int64, ...]] = {}
        self._random: Random | None = None
        # The mask of the followed game, and its list of actions, which ends with their number.
        self._followed: npt.NDArray[np.int8] | None = None
        self._listed: Any = None
        self._numbers = tuple(map(np.int64, range(count)))
        super().__init__(count, seed)

    def follow(self, session: Session) -> None:
        """Read the legal actions from a running game, for masks that equal its own."""
        if self.n > _FEW:
            self._followed, self._listed = session.mask, session.choices.data

    def seed(self, seed: Any = None) -> Any:
        """Seed both generators."""
        self._random = None
        return super().seed(seed)

    def sample(
        self,
        mask: Any = None,
        probability: Any = None,
    ) -> Any:
        """Return a random action, uniform among those with a 1 in the mask; 0 if all are 0."""
        if mask is None or probability is not None:
            return super().sample(mask, probability)
        if type(mask) is not _ARRAY and not isinstance(mask, _ARRAY):  # the first test is faster
            raise self._refusal(quoted(mask))
        random = self._random or self._start()
        key = mask.tobytes()
        if self._followed is not None and key == self._followed.tobytes():
            listed = self._listed
            return self._numbers[listed[floor(random.random() * listed[-1])] if listed[-1] else 0]
        try:
            choices = self._remembered[key]
        except KeyError:
            choices = self._choices_of(mask)
        return choices[floor(random.random() * len(choices))]

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without the followed game."""
        return {**self.__dict__, "_followed": None, "_listed": None}

    def _start(self) -> Random:
        self._random = Random(int(self.np_random.integers(2**63)))
        return self._random

    def _choices_of(self, mask: npt.NDArray[np.int8]) -> tuple[np.int64, ...]:
        sound = mask.shape == (self.n,) and mask.dtype == np.int8
        if not sound or not ((mask == 0) | (mask == 1)).all():
            raise self._refusal(f"{mask.dtype} {quoted(mask)}")
        choices = tuple(np.flatnonzero(mask)) or (np.int64(0),)
        if len(self._remembered) < _REMEMBERED:
            self._remembered[mask.tobytes()] = choices
        return choices

    def _refusal(self, given: str) -> LudoError:
        """Return the error for an invalid mask."""
        return LudoError(f"A mask is an int8 array of {self.n} zeros and ones, not {given}.")
