"""The plan of a training run: its budget, and how play and learning change on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ludo_env._engine.arguments import is_real, is_whole
from ludo_env._engine.errors import LudoError, quoted
from ludo_env.agents.net_file import MOST_UNITS
from ludo_env.training.playing import Pace

HIDDEN = (128, 16)
# In this part of the budget nothing changes, and targets follow from the throws of the game: many
# games matter most. Then the rate falls to a hundredth, and targets are means over all throws,
# learned from several times: low noise matters most.
_STEADY = 0.25
_PASSES = 3
_PRESS = 8.0  # weight of the ordering loss
_RATE, _FALL, _EXPLORE = 2e-3, 100.0, 0.05
_TRACE = (0.8, 0.5)  # lambda of TD(lambda), in the steady part and at the end
# In a game that may go on for ever, a win is worth less the longer it takes.
_FADE = 0.003
# Checkpoints are made after `_FIRST` games, at twice as many each time, and later every `_EVERY`
# games. In the part in which games take longest, they are also made at each of `_PARTS` parts of
# the budget.
_FIRST, _EVERY = 1000, 8000
_PARTS = 20
_MOST_MINUTES, _MOST_GAMES = 10**6, 10**12


@dataclass(frozen=True)
class Plan:
    """The settings of a run; the budget is minutes of CPU time, or games of self-play."""

    minutes: float | None
    games: int | None
    seed: int = 0
    hidden: tuple[int, int] = HIDDEN
    jobs: int = 1  # actors that play at once
    against: str = ""  # the agent that plays all other sides; empty: self-play

    def check(self) -> Plan:
        """Return the plan; refuse wrong settings."""
        if (self.minutes is None) == (self.games is None):
            raise LudoError("A training run takes either minutes or games, one of the two.")
        if self.minutes is not None and not (
            is_real(self.minutes) and 0 < self.minutes <= _MOST_MINUTES
        ):
            raise LudoError(f"minutes is a number above 0, not {quoted(self.minutes)}.")
        if self.games is not None and not is_whole(self.games, 1, _MOST_GAMES):
            raise LudoError(f"games is a whole number from 1, not {quoted(self.games)}.")
        sizes = self.hidden
        if (
            not isinstance(sizes, (tuple, list))
            or len(sizes) != 2
            or not all(is_whole(size, 1, MOST_UNITS) for size in sizes)
        ):
            raise LudoError(
                f"hidden is two whole numbers from 1 to {MOST_UNITS}, such as (128, 16), not "
                f"{quoted(sizes)}."
            )
        return self

    def part(self, games: int, seconds: float) -> float:
        """Return which part of the budget has been used: 1 or more at the end."""
        if self.games is not None:
            return games / self.games
        return seconds / (60 * (self.minutes or 1))

    def pace(self, part: float, *, can_stall: bool) -> Pace:
        """Return how to play and learn when this part of the budget has been used.

        `can_stall` is for games that the player who is ahead need not end.
        """
        late = min(1.0, max(0.0, (part - _STEADY) / (1 - _STEADY)))
        start, end = _TRACE
        rate, trace = _RATE * _FALL**-late, start + (end - start) * late
        look = late > 0
        explore, fade = _EXPLORE * (1 - late), _FADE if can_stall else 0.0
        # Where a game need not end, actions that play does not go on from teach the net to wait.
        press = _PRESS if look and not can_stall else 0.0
        return Pace(rate, trace, explore, fade, _PASSES if look else 1, look, press)


def checkpoint_after(games: int, part: float) -> tuple[int, float]:
    """Return the number of games, and the part of the budget, at which a checkpoint is made."""
    mark = _FIRST
    while mark <= games and mark < _EVERY:
        mark *= 2
    following = (math.floor(part * _PARTS) + 1) / _PARTS
    return (mark if mark > games else (games // _EVERY + 1) * _EVERY), max(following, _STEADY)
