"""The types of hooks of a race: their arguments and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ludo_env._engine.overlay import Marks
from ludo_env._engine.rule import Hook
from ludo_env._families.track.state import RaceState


class Act(Protocol):
    """An action, or a reaction, without an answer."""

    def __call__(self, s: RaceState, /) -> None: ...


class ActOfPlayer(Protocol):
    """An action, or a reaction, that concerns a player."""

    def __call__(self, s: RaceState, player: int, /) -> None: ...


class ActOfUse(Protocol):
    """An action that concerns a use of the dice."""

    def __call__(self, s: RaceState, use: int, /) -> None: ...


class ActOfPiece(Protocol):
    """A reaction to what happens to a piece."""

    def __call__(self, s: RaceState, colour: int, piece: int, /) -> None: ...


class ActOfMove(Protocol):
    """A reaction to a piece that leaves its place."""

    def __call__(self, s: RaceState, colour: int, piece: int, here: int, /) -> None: ...


class TakeDie(Protocol):
    """Store a die."""

    def __call__(self, s: RaceState, face: int, index: int, /) -> None: ...


class Number(Protocol):
    """A number."""

    def __call__(self, s: RaceState, /) -> int: ...


class Flag(Protocol):
    """Whether something holds."""

    def __call__(self, s: RaceState, /) -> bool: ...


class OfFace(Protocol):
    """A number that depends on a face."""

    def __call__(self, s: RaceState, face: int, /) -> int: ...


class OfOutcome(Protocol):
    """A number that depends on an outcome of chance."""

    def __call__(self, s: RaceState, outcome: int, /) -> int: ...


class OfRoll(Protocol):
    """A verdict on a throw."""

    def __call__(self, s: RaceState, player: int, face: int, /) -> int: ...


class OfUse(Protocol):
    """A number that depends on a use of the dice."""

    def __call__(self, s: RaceState, use: int, /) -> int: ...


class OfNumber(Protocol):
    """A number that depends on a number of the dice."""

    def __call__(self, s: RaceState, number: int, /) -> int: ...


class OfPlayer(Protocol):
    """A number that depends on a player."""

    def __call__(self, s: RaceState, player: int, /) -> int: ...


class OfColour(Protocol):
    """A number that depends on a colour."""

    def __call__(self, s: RaceState, colour: int, /) -> int: ...


class Helper(Protocol):
    """The colour that a player moves."""

    def __call__(self, s: RaceState, player: int, stuck: bool, /) -> int: ...


class OfColourAndUse(Protocol):
    """A number that depends on a colour and a use of the dice."""

    def __call__(self, s: RaceState, colour: int, use: int, /) -> int: ...


class OfHeld(Protocol):
    """What becomes of a captive."""

    def __call__(self, s: RaceState, colour: int, piece: int, use: int, /) -> int: ...


class OfEntry(Protocol):
    """The steps that leaving the yard takes."""

    def __call__(self, s: RaceState, colour: int, use: int, steps: int, /) -> int: ...


class OfSteps(Protocol):
    """A place that depends on another and on steps."""

    def __call__(self, s: RaceState, colour: int, here: int, steps: int, /) -> int: ...


class OfExcess(Protocol):
    """A place that depends on the steps that are too many."""

    def __call__(self, s: RaceState, colour: int, excess: int, /) -> int: ...


class OfPlace(Protocol):
    """A place that depends on another."""

    def __call__(self, s: RaceState, colour: int, here: int, /) -> int: ...


class MayMove(Protocol):
    """Whether a piece may be moved."""

    def __call__(self, s: RaceState, colour: int, piece: int, /) -> bool: ...


class MayUse(Protocol):
    """Whether a piece may be moved with a use of the dice."""

    def __call__(self, s: RaceState, colour: int, piece: int, use: int, /) -> bool: ...


class MayOvershoot(Protocol):
    """Whether a number that is too large may be played."""

    def __call__(self, s: RaceState, colour: int, here: int, excess: int, /) -> bool: ...


class OnCell(Protocol):
    """Whether a piece may be on a cell."""

    def __call__(self, s: RaceState, colour: int, cell: int, /) -> bool: ...


class Opens(Protocol):
    """Whether a door is open."""

    def __call__(self, s: RaceState, colour: int, door: int, /) -> bool: ...


class Halts(Protocol):
    """Whether a piece must stop."""

    def __call__(self, s: RaceState, colour: int, use: int, here: int, cell: int, /) -> bool: ...


class Offers(Protocol):
    """Whether an action that moves no piece is possible."""

    def __call__(self, s: RaceState, extra: int, /) -> bool: ...


class Again(Protocol):
    """Whether a move earns another roll."""

    def __call__(self, s: RaceState, steps: int, hits: int, arrived: bool, /) -> bool: ...


class OnHits(Protocol):
    """The number of captures, including those on a cell."""

    def __call__(self, s: RaceState, hits: int, colour: int, piece: int, cell: int, /) -> int: ...


class Performs(Protocol):
    """The number of captures, including those of an action that moves no piece."""

    def __call__(self, s: RaceState, hits: int, extra: int, /) -> int: ...


class Reward(Protocol):
    """What a player gets at the end."""

    def __call__(self, s: RaceState, player: int, /) -> float: ...


class Stakes(Protocol):
    """The multiple of the rewards."""

    def __call__(self, s: RaceState, stake: int, /) -> int: ...


class Pruned(Protocol):
    """The number of choices that are left."""

    def __call__(self, s: RaceState, count: int, mask: Any, choices: Any, /) -> int: ...


class Prune(Protocol):
    """Make the function that removes choices, from the verbs that it may use."""

    def __call__(
        self, can_move: Hook, index_of: Hook, use_of: Hook, target_of: Hook, is_whole: Hook, /
    ) -> Pruned: ...


class Words(Protocol):
    """Words for a state."""

    def __call__(self, s: RaceState, /) -> str: ...


class WordsOfUse(Protocol):
    """Words for a use of the dice."""

    def __call__(self, s: RaceState, use: int, /) -> str: ...


class WordsOfExtra(Protocol):
    """Words for an action that moves no piece, or NO_OPINION."""

    def __call__(self, extra: int, /) -> str | int: ...


class WordsOfPiece(Protocol):
    """The word for a piece without a place, or NO_OPINION."""

    def __call__(self, s: RaceState, piece: int, /) -> str | int: ...


class ReadDice(Protocol):
    """Store the dice of a position text."""

    def __call__(self, s: RaceState, words: Sequence[str], /) -> None: ...


class ReadPiece(Protocol):
    """Store a word that is not a place; answer whether the word was known."""

    def __call__(self, s: RaceState, piece: int, word: str, /) -> bool: ...


class Overlay(Protocol):
    """The marks of a picture."""

    def __call__(self, s: RaceState, marks: Marks, /) -> Marks: ...
