"""What a family of games gives the core: a machine of a few verbs over one state.

The core knows five numbers of every state and nothing else: in which phase the game is, whose
seat it is, how many outcomes a pending chance event has, which side has won, and whether the
first turn is still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import numpy as np

from ludo_env._engine.composition.facts import Fact
from ludo_env._engine.folding import Questions
from ludo_env._engine.rule import Field, Hook, Rule, RuleMaker
from ludo_env._engine.state import Layout, Record

if TYPE_CHECKING:
    from ludo_env._engine.effects import Effects

# Phases. In the first two the game waits for chance, in the third for the player at `seat`; in the
# last two it has ended: it came out, or was broken off.
DIE, TOSS, DECIDE, OVER, STOPPED = range(5)

NOBODY = -1


def core_fields(players: int, sides: int) -> tuple[Field, ...]:
    """Return the fields of every game; a pending chance event has at most `sides` outcomes."""
    return (
        Field("phase", high=STOPPED, written=True),
        Field("seat", high=players - 1, index=True, written=True),
        # A side, or one more than the last side if everybody has lost.
        Field("winner", low=NOBODY, high=players, start=NOBODY, written=True),
        Field("opening", written=True),
        Field("sides", high=sides),
    )


class Machine(NamedTuple):
    """The verbs of a game, compiled or plain; each works on a state in place."""

    begin: Hook  # begin(s): the start position, chance pending
    roll: Hook  # roll(s, outcome): a pending chance event came out as 0..sides-1
    # find(s, mask, notes, choices) -> count: marks and lists what the seat may do; may end a turn
    # instead. What it works out about an action on the way, it notes for `play`.
    find: Hook
    play: Hook  # play(s, notes, action): carries out an action that find has marked
    reward: Hook  # reward(s, player) -> -1, 0 or 1, or a multiple of it, after the end
    start_turn: Hook  # start_turn(s, player): whose turn a position text says it is
    shows: Hook  # shows(s, outcome): the number that chance shows so; equal ones are one outcome
    stands: Hook  # stands(s, outcome): could chance come out so, and not be asked again at once?
    landing: Hook  # landing(s, ...): what `explain` asks again, rule by rule


class Demand(NamedTuple):
    """What some rule of a game must do: it answers one of these questions."""

    questions: tuple[str, ...]
    meaning: str
    source: str  # who demands it
    unless: str = ""  # a fact in place of which it is not demanded


@dataclass(frozen=True)
class Style:
    """One way to look at a game: a row of numbers, drawn column by column in `columns`."""

    dtype: type[np.generic]
    shape: tuple[int, ...]
    low: float
    high: float
    columns: tuple[tuple[str, int], ...]
    # write(s, viewer, mask, row): fills in a row of zeros; `mask` is that of the seat to act.
    write: Hook
    # It writes every number of the row itself, and needs no zeros there.
    clears: bool = False

    @property
    def width(self) -> int:
        """The length of the row."""
        return int(np.prod(self.shape))


class Family(Protocol):
    """A family of games: its questions to the rules, its board, its machine and its notation."""

    name: ClassVar[str]
    questions: ClassVar[Questions]
    # What rules can declare about a game as a whole.
    facts: ClassVar[tuple[Fact, ...]]
    # Of games from outside: what some rule must do.
    demands: ClassVar[tuple[Demand, ...]]
    # How a board is made, by the word that a file says as its `kind`; "" takes all its numbers.
    boards: ClassVar[Mapping[str, Callable[..., Any]]]
    # The rules that come along, by name.
    library: ClassVar[Mapping[str, RuleMaker]]
    # Is the last action number PASS, which plays nothing?
    has_pass: ClassVar[bool]
    # Can a game end without a winner, even if no rule says so?
    draws: ClassVar[bool]
    # The module that draws the games of the family: `ludo_env._render.pictures` says what is in it.
    pictures: ClassVar[str]

    def layout(self, board: Any, facts: Mapping[str, Any], fields: tuple[Field, ...]) -> Layout:
        """How a state of such a game is laid out."""

    def tables(
        self, board: Any, array: Callable[..., Any], facts: Mapping[str, Any] | None = None
    ) -> Any:
        """The board as look-up tables, for a game with these facts.

        `array` makes a table of nested lists, and maybe of a type.
        """

    def machine(self, tables: Any, laws: Mapping[str, Hook], facts: Mapping[str, Any]) -> Machine:
        """The verbs of a game on these tables under these laws."""

    def actions(self, board: Any, facts: Mapping[str, Any]) -> int:
        """How many action numbers there are; if there is a PASS, it is the last one."""

    def styles(
        self, board: Any, tables: Any, layout: Layout, array: Callable[..., Any]
    ) -> dict[str, Style]:
        """The ways to look at such a game, by name; the first is the usual one."""

    def write(self, game: Any, record: Record) -> str:
        """The position as text."""

    def read(self, game: Any, text: str) -> tuple[Record, str]:
        """The state of a position text, and dice that wait for the opening to end."""

    def hand_dice(self, game: Any, record: Record, dice: str) -> Record:
        """The same state, with these dice to play."""

    def effects(self, game: Any, record: Record, actions: Any = None) -> Sequence[Effects]:
        """What these legal actions do in a state; without any, all legal ones in order."""

    def between(self, game: Any, before: Record, after: Record) -> Effects:
        """What was done between two states, as far as they show it."""

    def describe(self, game: Any, record: Record, action: int) -> str:
        """What an action does in a state, in words."""

    def objection(self, game: Any, record: Record, action: int) -> str:
        """Why an action is not legal: the rule that objects, in its own words."""

    def audit(self, game: Any, record: Record) -> str:
        """What is wrong with a state that play has reached, in words; empty if nothing is."""

    def check(self, board: Any, facts: Mapping[str, Any]) -> None:
        """Refuses a board and facts that do not go together."""

    def by_default(self, spec: Any) -> tuple[Rule, ...]:
        """The rules that a game gets when it is read from a file that does not call it endless."""

    def trial(self, game: Any) -> list[str]:
        """What is wrong with a game that only playing shows, a sentence each."""

    def stretch(self, game: Any, machine: Machine, seed: int) -> int:
        """Play a little from a position that games hardly reach; how many decisions it took."""
