"""The forecast of a planner: the returns it expects of states, as functions like hooks of rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.rule import Hook


class Forecast(NamedTuple):
    """Expected returns of states, in one guess or in several."""

    appraise: Hook  # appraise(s, work, numbers): work out what the others need, for any state
    value: Hook  # value(s, work, player) -> what the player to act maximizes, also at the end
    # foresee(s, work, guess): write guess[guess number, player], the expected return of each
    # player; never called at the end of a game.
    foresee: Hook
    room: int  # how many numbers `work` holds
    guesses: int
    numbers: Any = None  # an array of numbers that `appraise` gets, such as weights


def numbers_of(forecast: Forecast) -> npt.NDArray[np.float64]:
    """Return the numbers of a forecast; a single zero if it has none."""
    return np.zeros(1) if forecast.numbers is None else forecast.numbers
