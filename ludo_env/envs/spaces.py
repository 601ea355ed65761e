"""Action spaces that sample a masked action quickly."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete

# How many different masks a space remembers; the masks of a small space are all remembered.
_REMEMBERED = 4096


class Actions(Discrete):
    """Discrete(n) whose `sample(mask)` takes a fraction of a microsecond.

    The legal actions of a mask are looked up by its bytes, and drawn by a `random.Random` that is
    seeded together with the space. Everything else is `Discrete`.
    """

    def __init__(self, count: int, seed: int | None = None) -> None:
        self._choices: dict[bytes, tuple[np.int64, ...]] = {}
        self._random: Random | None = None
        super().__init__(count, seed)

    def seed(self, seed: Any = None) -> Any:
        """Seeds both generators."""
        self._random = None
        return super().seed(seed)

    def sample(
        self,
        mask: Any = None,
        probability: Any = None,
    ) -> Any:
        """A random action, uniform among those with a 1 in the mask; 0 if there is none."""
        if mask is None or probability is not None:
            return super().sample(mask, probability)
        choices = self._choices.get(mask.tobytes()) or self._choices_of(mask)
        random = self._random or self._start()
        return choices[int(random.random() * len(choices))]

    def _start(self) -> Random:
        self._random = Random(int(self.np_random.integers(2**63)))
        return self._random

    def _choices_of(self, mask: npt.NDArray[np.int8]) -> tuple[np.int64, ...]:
        flags = np.asarray(mask)
        if (
            flags.shape != (self.n,)
            or flags.dtype != np.int8
            or not ((flags == 0) | (flags == 1)).all()
        ):
            raise ValueError(
                f"A mask is an int8 array of {self.n} zeros and ones, not {flags.dtype} {flags}."
            )
        choices = tuple(np.flatnonzero(flags)) or (np.int64(0),)
        if len(self._choices) < _REMEMBERED:
            self._choices[flags.tobytes()] = choices
        return choices
