"""The laws of a grid game: its questions, each answered by one function folded from all rules.

`questions.py` is the list of questions; here they have types. A protocol gives the arguments of
the questions that are asked with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ludo_env._engine.overlay import Marks
from ludo_env._engine.rule import Hook
from ludo_env._families.grid.state import GridState


class Act(Protocol):
    """An action without an answer."""

    def __call__(self, s: GridState, /) -> None: ...


class Number(Protocol):
    """A number."""

    def __call__(self, s: GridState, /) -> int: ...


class Flag(Protocol):
    """Whether something holds."""

    def __call__(self, s: GridState, /) -> bool: ...


class OfOutcome(Protocol):
    """How the turn continues after a lot."""

    def __call__(self, s: GridState, outcome: int, /) -> int: ...


class OfCell(Protocol):
    """How the turn continues after the choice of a cell."""

    def __call__(self, s: GridState, cell: int, /) -> int: ...


class OfWord(Protocol):
    """How the turn continues after a word."""

    def __call__(self, s: GridState, word: int, /) -> int: ...


class MaySay(Protocol):
    """Whether a word may be chosen."""

    def __call__(self, s: GridState, word: int, /) -> bool: ...


class OfRole(Protocol):
    """Whether a role may do something."""

    def __call__(self, s: GridState, role: int, /) -> bool: ...


class OnCell(Protocol):
    """Whether a role may do something on a cell."""

    def __call__(self, s: GridState, role: int, cell: int, /) -> bool: ...


class React(Protocol):
    """How the turn continues after a move."""

    def __call__(self, s: GridState, verdict: int, role: int, source: int, cell: int, /) -> int: ...


class Skips(Protocol):
    """Make the function that says whether a turn is skipped, from the verbs that it may use."""

    def __call__(self, able: Hook, faces: int, /) -> Flag: ...


class Reward(Protocol):
    """What a player gets at the end."""

    def __call__(self, s: GridState, player: int, /) -> float: ...


class Overlay(Protocol):
    """The marks of a picture."""

    def __call__(self, s: GridState, marks: Marks, /) -> Marks: ...


@dataclass(frozen=True)
class Laws:
    """All questions of a grid game, each with one function."""

    # Before the first turn
    setup: Act
    says: MaySay
    said: OfWord
    # Lots and dice
    drawn: OfOutcome
    stuck: Number
    skips: Skips
    # Moves of units
    may_pass: OnCell
    may_land: OnCell
    spends: OnCell
    react: React
    # Other actions
    musters: OfRole
    sources: OnCell
    sourced: OfCell
    aims: OfRole
    targets: OnCell
    targeted: OfCell
    # The end
    over: Number
    turn_ends: Act
    stops: Flag
    reward: Reward
    # In pictures
    overlay: Overlay
