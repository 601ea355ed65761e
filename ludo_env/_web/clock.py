"""Clocks: the time limits of people for a move and for a game, and the time they have used.

A clock uses only the times of events. So the events of a game always lead to the same clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludo_env._engine.errors import quoted
from ludo_env._web.refusal import WRONG, Refusal

MOST_SECONDS = 86_400
_LEAST = 5
# The agent that plays when time is up: one random move, so that nobody gains by waiting, or all
# further moves.
FOR_A_MOVE, FOR_THE_REST = "random", "greedy"


@dataclass
class Clock:
    """The clock of a table; it has no effect without limits."""

    used: list[float]  # seconds, by seat
    move: int = 0  # seconds for each move; 0: no limit
    game: int = 0  # seconds for all moves of a player; 0: no limit
    spent: float = 0.0  # seconds of the present move before `since`
    since: float | None = None  # when counting began; None until all people have come

    @property
    def is_set(self) -> bool:
        """Return whether there is a limit."""
        return bool(self.move or self.game)

    @property
    def runs(self) -> bool:
        """Return whether the clock has limits and has been started."""
        return self.is_set and self.since is not None

    def start(self, at: float) -> None:
        """Start counting; the present move gets its full time."""
        self.since, self.spent = at, 0.0

    def next(self, at: float) -> None:
        """Start the time of the next move."""
        if self.since is not None:
            self.start(at)

    def count(self, seat: int, at: float) -> None:
        """Add the time since the last count to that of a player and of the present move."""
        if self.since is not None:
            passed = max(0.0, at - self.since)
            self.used[seat] += passed
            self.spent += passed
            self.since = at

    def left(self, seat: int, now: float) -> tuple[float, float]:
        """Return the seconds left to the player to act, for the move and for the game."""
        passed = 0.0 if self.since is None else max(0.0, now - self.since)
        endless = float("inf")
        return (
            self.move - self.spent - passed if self.move else endless,
            self.game - self.used[seat] - passed if self.game else endless,
        )

    def is_used_up(self, seat: int) -> bool:
        """Return whether a player has used all of their time for the game."""
        return bool(self.game) and self.used[seat] >= self.game

    def as_data(self) -> dict[str, Any] | None:
        """Return the data that a page needs to show the remaining time; None without limits."""
        if not self.is_set:
            return None
        return {
            "move": self.move,
            "game": self.game,
            "used": [round(used, 2) for used in self.used],
            "spent": round(self.spent, 2),
            "since": self.since,
        }


def clock_asked(data: Any) -> tuple[int, int]:
    """Return the limits that a client asks for: {"move": 30, "game": 600}, in seconds."""
    if not isinstance(data, Mapping) or not {"move", "game"}.issuperset(data):
        raise Refusal(WRONG, f"clock is an object with move and game, not {quoted(data)}.")
    found = []
    for name in ("move", "game"):
        seconds = data.get(name, 0)
        if type(seconds) is not int or (seconds and not _LEAST <= seconds <= MOST_SECONDS):
            raise Refusal(
                WRONG,
                f"clock.{name} is a number of seconds, {_LEAST}..{MOST_SECONDS}, or 0 for no "
                f"limit, not {quoted(seconds)}.",
            )
        found.append(seconds)
    return found[0], found[1]
