"""The protocol of a family of games: a machine with a few verbs over one state.

The core reads five numbers of every state and nothing else: the phase of the game, the seat to
act, the number of outcomes of a pending chance event, the winning side, and whether the first turn
has not begun yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import numpy as np

from ludo_env._engine.folding import Listener, fold_all
from ludo_env._engine.questions import Questions
from ludo_env._engine.rule import Field, Hook, Rule, RuleMaker
from ludo_env._engine.state import Layout, Record

if TYPE_CHECKING:
    from ludo_env._engine.effects import Effects

# Phases. In the first two the game waits for chance, in the third for the player at `seat`; in the
# last two it has ended: with a result, or aborted.
DIE, TOSS, DECIDE, OVER, STOPPED = range(5)

NOBODY = -1


def core_fields(players: int, sides: int) -> tuple[Field, ...]:
    """Return the fields of every game; a pending chance event has at most `sides` outcomes."""
    return (
        Field("phase", high=STOPPED, written=True),
        Field("seat", high=players - 1, index=True, written=True, player=True),
        # A side, or one more than the last side if all players have lost.
        Field("winner", low=NOBODY, high=players, start=NOBODY, written=True),
        Field("opening", written=True),
        Field("sides", high=sides),
    )


def derive_nothing(s: Any) -> None:
    """Leave a state as it is: no field follows from others."""


class Machine(NamedTuple):
    """The verbs of a game, compiled or plain; each works on a state in place."""

    begin: Hook  # begin(s): set up the start position, chance pending
    roll: Hook  # roll(s, outcome): resolve a pending chance event as 0..sides-1
    # find(s, mask, notes, choices) -> count: mark and list the legal actions of the seat, or end
    # the turn. It stores what it computes about an action in `notes`, for `play`.
    find: Hook
    play: Hook  # play(s, notes, action): carry out an action that find has marked
    reward: Hook  # reward(s, player) -> -1, 0 or 1, or a multiple of it, after the end
    start_turn: Hook  # start_turn(s, player): give the turn to the player named in a position text
    shows: Hook  # shows(s, outcome): the number that chance shows; equal numbers are one outcome
    stands: Hook  # stands(s, outcome): True unless this outcome is re-rolled immediately
    landing: Hook  # landing(s, ...): the landing check that `explain` repeats, rule by rule
    # derive(s): write the derived fields of a state, which have their start values, from the others
    derive: Hook = derive_nothing


def laws_of(
    family: Family,
    table: Mapping[str, Sequence[tuple[Rule, Hook]]],
    turns: Sequence[Rule],
    listener: Listener | None = None,
    *,
    guarded: bool = False,
) -> Any:
    """Return the laws of a game: the answers in a table by question, folded; see `fold_all`."""
    return family.laws(**fold_all(table, family.questions, turns, listener, guarded=guarded))


class Demand(NamedTuple):
    """A demand on the rules of a game: one of them must answer one of these questions."""

    questions: tuple[str, ...]
    meaning: str
    source: str  # where the demand comes from
    unless: str = ""  # a fact that replaces the demand


@dataclass(frozen=True)
class Style:
    """An observation style: a row of numbers, laid out column by column in `columns`."""

    dtype: type[np.generic]
    shape: tuple[int, ...]
    low: float
    high: float
    columns: tuple[tuple[str, int], ...]
    # write(s, viewer, mask, row): fill a row of zeros; `mask` is that of the seat to act.
    write: Hook
    # Whether `write` also takes a row that it has written before, instead of zeros.
    renews: bool = False

    @property
    def width(self) -> int:
        """Length of the row."""
        return int(np.prod(self.shape))


class Family(Protocol):
    """A family of games: its questions to the rules, its board, its machine and its notation."""

    name: ClassVar[str]
    questions: ClassVar[Questions]
    # Makes a value of the folded answers, with an attribute for each question.
    laws: ClassVar[type[Any]]
    # The facts that rules can declare about a game as a whole: a subclass of `Facts`.
    facts: ClassVar[type[Any]]
    # What some rule of a game from outside must answer.
    demands: ClassVar[tuple[Demand, ...]]
    # Makers of boards by the `kind` in a file; "" takes all numbers.
    boards: ClassVar[Mapping[str, Callable[..., Any]]]
    # The rules of the library, by name.
    library: ClassVar[Mapping[str, RuleMaker]]
    # Whether the last action number is PASS, which plays nothing.
    has_pass: ClassVar[bool]
    # Whether a game can end without a winner, even if no rule says so.
    draws: ClassVar[bool]
    # The module that draws games of the family; `ludo_env._render.pictures` defines its contents.
    pictures: ClassVar[str]

    def layout(self, board: Any, facts: Any, fields: tuple[Field, ...]) -> Layout:
        """Return the layout of the state of such a game."""

    def tables(self, board: Any, array: Callable[..., Any], facts: Any = None) -> Any:
        """Return the board as look-up tables, for a game with these facts.

        `array` makes a table of nested lists, optionally of a given type.
        """

    def machine(self, tables: Any, laws: Any, facts: Any) -> Machine:
        """Return the verbs of the game on these tables with these laws."""

    def actions(self, board: Any, facts: Any) -> int:
        """Return the number of action numbers; PASS, if there is one, is the last."""

    def styles(
        self, board: Any, tables: Any, layout: Layout, array: Callable[..., Any]
    ) -> dict[str, Style]:
        """Return the observation styles by name; the first is the default."""

    def write(self, game: Any, record: Record) -> str:
        """Return the position as text."""

    def read(self, game: Any, text: str) -> tuple[Record, str]:
        """Return the state of a position text, and dice to hold back until the opening ends."""

    def hand_dice(self, game: Any, record: Record, dice: str) -> Record:
        """Return the same state with these dice to play."""

    def effects(self, game: Any, record: Record, actions: Any = None) -> Sequence[Effects]:
        """Return the effects of these legal actions in a state; by default of all, in order."""

    def between(self, game: Any, before: Record, after: Record) -> Effects:
        """Return what happened between two states, as far as they show it."""

    def describe(self, game: Any, record: Record, action: int) -> str:
        """Return a description of an action in a state."""

    def objection(self, game: Any, record: Record, action: int) -> str:
        """Return why an action is not legal: the rule that objects, in its own words."""

    def audit(self, game: Any, record: Record) -> str:
        """Return what is wrong with a state reached in play, or an empty text."""

    def check(self, board: Any, facts: Any) -> None:
        """Refuse a board and facts that do not go together."""

    def by_default(self, spec: Any) -> tuple[Rule, ...]:
        """Return the rules that a game file gets unless it says `endless`."""

    def trial(self, game: Any) -> list[str]:
        """Return the faults of a game that only show in play, one sentence each."""

    def stretch(self, game: Any, machine: Machine, seed: int) -> int:
        """Play a little from a position that games rarely reach; return the number of decisions."""
