"""The settings of a league, checked before anything is built."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ludo_env._engine.arguments import check_choice, is_real, is_whole
from ludo_env._engine.errors import LudoError, quoted

SAMPLINGS = ("uniform", "prioritized", "latest")
_MOST_MEMBERS = 1_000_000
_MOST_GAMES = 1_000_000_000


@dataclass(frozen=True)
class LeagueSettings:
    """The parameters of `League` on drawing and dropping members."""

    sampling: str
    pattern: str
    capacity: int | None
    latest_share: float
    power: float
    prior: float
    memory: int

    def checked(self) -> LeagueSettings:
        """Return the settings; refuse invalid ones."""
        check_choice("sampling", self.sampling, SAMPLINGS, LudoError)
        if not isinstance(self.pattern, str) or not self.pattern:
            raise LudoError(f"pattern is a text such as '*.pt', not {quoted(self.pattern)}.")
        if self.capacity is not None and not is_whole(self.capacity, 1, _MOST_MEMBERS):
            raise LudoError(
                f"capacity is None or a whole number from 1 to {_MOST_MEMBERS}, "
                f"not {quoted(self.capacity)}."
            )
        _check_real("latest_share", self.latest_share, 0, 1)
        _check_real("power", self.power, 0, 100)
        _check_real("prior", self.prior, 0.001, 1_000_000)
        if not is_whole(self.memory, 1, _MOST_GAMES):
            raise LudoError(
                f"memory is a whole number from 1 to {_MOST_GAMES}, not {quoted(self.memory)}."
            )
        return self


def _check_real(name: str, value: Any, low: float, high: float) -> None:
    if not is_real(value) or not math.isfinite(value) or not low <= value <= high:
        raise LudoError(f"{name} is a number from {low} to {high}, not {quoted(value)}.")
