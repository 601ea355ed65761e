"""A position with its answers: the winning chance after every legal action."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ludo_env._engine.spec import Spec

POINTS = 100  # of a certain win


@dataclass(frozen=True)
class Position:
    """A decision: its position text, and the chance to win after each legal action."""

    number: int
    position: str
    category: str  # the part of the game that it is from: "opening", "middle" or "end"
    actions: tuple[int, ...]  # the legal ones, in ascending order
    words: tuple[str, ...]  # what each of them does
    chances: tuple[float, ...]  # of the player to act, from 0 to 1
    errors: tuple[float, ...]  # half of the 95 % interval of each chance
    playouts: tuple[int, ...]  # how many give each chance

    @property
    def best(self) -> tuple[int, ...]:
        """The actions whose chance differs from the highest one by less than their errors."""
        top = max(range(len(self.actions)), key=self.chances.__getitem__)
        return tuple(
            action
            for action, chance, error in zip(self.actions, self.chances, self.errors, strict=True)
            if self.chances[top] - chance <= math.hypot(error, self.errors[top])
            or chance == self.chances[top]
        )

    def regret(self, action: int) -> float:
        """Return how many points of winning chance an action gives away, of 100."""
        chance = self.chances[self.actions.index(action)]
        return POINTS * (max(self.chances) - chance)


@dataclass(frozen=True)
class PositionSet:
    """Positions of one game, and where their answers come from."""

    spec: Spec
    by: str  # the agent that plays all players after the action
    seed: int
    within: float  # how exactly the chances had to be known, in points
    positions: tuple[Position, ...]

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories, in the order in which they first appear."""
        return tuple(dict.fromkeys(one.category for one in self.positions))
