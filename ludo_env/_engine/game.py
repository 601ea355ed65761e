"""A game: a spec on a backend. It makes sessions, and answers questions about any state."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ludo_env._engine.answers import answers
from ludo_env._engine.arguments import check_choice, is_one_of, is_whole, number_of
from ludo_env._engine.backends import BACKENDS, available
from ludo_env._engine.compile.cache_key import contents_of
from ludo_env._engine.errors import LudoError, SpecError, nearest, quoted
from ludo_env._engine.family import DECIDE, OVER, Machine, Style, laws_of
from ludo_env._engine.folding import Listener
from ludo_env._engine.loops import Loops
from ludo_env._engine.rollouts import LIMIT
from ludo_env._engine.rule import Hook, Rule
from ludo_env._engine.session import Block, PlainSession, Session, StartingSession
from ludo_env._engine.spec import Spec
from ludo_env._engine.starting import Starting
from ludo_env._engine.state import Record, Table, table
from ludo_env._engine.state_check import checked

if TYPE_CHECKING:
    from ludo_env._engine.batch import Batch
    from ludo_env._engine.effects import Decision
    from ludo_env._engine.seat_batch import SeatBatch

MOST_GAMES = 10**7  # side by side
# Number of whole games played in one compiled call.
_GAMES = 1000


Result = TypeVar("Result")


class Parts(NamedTuple):
    """The functions of a game over one kind of table: plain lists, or arrays for the compiler."""

    tables: Any
    answers: dict[str, list[tuple[Rule, Hook]]]  # by question
    laws: Any  # the value of the family, with an attribute for each question
    machine: Machine
    styles: dict[str, Style]


def game_of(spec: Spec, backend: str = "auto", *, waits: bool = True) -> Game:
    """Return the game of a spec; equal specs share one game, so that nothing is compiled twice.

    With "auto" and `waits=False`, sessions and batches start in plain Python instead of waiting for
    the compiler. If something that a rule from outside the library reads has changed, the result is
    another game.
    """
    check_choice("backend", backend, BACKENDS)
    found = available(backend)
    waits = waits or backend != "auto" or found == "python"
    return _game(spec, found, waits, contents_of(spec.rules, spec.family))


@lru_cache(maxsize=256)
def _game(spec: Spec, backend: str, waits: bool, contents: str) -> Game:
    return Game(spec, backend, waits)


def of_a_state(method: Callable[..., Result]) -> Callable[..., Result]:
    """Turn an error on a record that is not a state of the game into one sentence."""

    @wraps(method)
    def asked(game: Game, record: Any, *arguments: Any) -> Result:
        try:
            return method(game, record, *arguments)
        except LudoError:
            raise
        except Exception:
            checked(game, record)
            raise

    return asked


class Game:
    """A spec that can be played. Its `backend`, "numba" or "python", runs its loops.

    If the game does not wait for the compiler, its sessions and batches start in plain Python;
    `session.backend` is the backend that runs a session now.
    """

    def __init__(self, spec: Spec, backend: str, waits: bool = True) -> None:
        self.spec = spec.check()
        self.backend = backend
        self.waits = waits
        self.layout = spec.layout
        self.facts = spec.facts
        self.actions = spec.actions
        self.players = spec.players
        self.plain = self._parts(table)
        self.loops = Loops(self)
        self.starting = Starting(self)
        self._blocks: dict[str, Block] = {}
        # The latest decisions, by their records: `decision_of` keeps them here.
        self.decisions: OrderedDict[bytes, Decision] = OrderedDict()

    @property
    def styles(self) -> dict[str, Style]:
        """The observation styles of this game."""
        return self.plain.styles

    @property
    def pass_action(self) -> int:
        """The action number that plays nothing; -1 if there is none."""
        return self.actions - 1 if self.spec.family.has_pass else -1

    def session(self, style: str = "compact", seed: int | None = None, index: int = 0) -> Session:
        """Return a session that has not begun, on stream `index` of a seed, observed in a style."""
        kind = PlainSession if self.backend == "python" else Session
        if not self.waits and not self.starting.is_loop_ready("step", style):
            kind = StartingSession
        return kind(self, style, seed, index)

    def block(self, style: str) -> Block:
        """Return the memory layout of a session."""
        if not is_one_of(style, self.styles):
            raise SpecError(f"Unknown style {quoted(style)}; {nearest(style, self.styles)}")
        if style not in self._blocks:
            shape = self.styles[style]
            self._blocks[style] = Block(self.layout, self.actions, shape.width, shape.dtype)
        return self._blocks[style]

    def batch(self, style: str, games: int, **how: Any) -> Batch:
        """Return games that have not begun, observed in a style; `how` is passed to `Batch`."""
        from ludo_env._engine.batch import Batch

        self.block(style)  # refuses an unknown style
        if not is_whole(games, 1, MOST_GAMES):
            raise SpecError(f"A batch has 1 to {MOST_GAMES} games, not {quoted(games)}.")
        return Batch(self, style, games, **how)

    def seat_batch(self, style: str, games: int, uniform: list[bool], **how: Any) -> SeatBatch:
        """Return games that have not begun, with a learner in each; see `SeatBatch`."""
        from ludo_env._engine.seat_batch import SeatBatch

        self.block(style)  # refuses an unknown style
        return SeatBatch(self, style, games, uniform, **how)

    def rollouts(
        self, record: Record, actions: Sequence[int], samples: int, seed: int, limit: int = LIMIT
    ) -> npt.NDArray[np.float64]:
        """Return [action, player] -> the mean return after the action if play continues at random.

        A playout that is not over after `limit` decisions counts 0 for all players.
        """
        from ludo_env._engine.rollouts import check_request, mean_returns

        check_request(self, record, actions, samples, limit)
        return mean_returns(self, record, list(actions), samples, seed, limit)

    def scratch(self) -> tuple[Any, Any, Any]:
        """Return a mask, notes and choices to call `find` with, in plain Python."""
        size = self.actions
        return np.zeros(size, np.int8), Table([0] * size), Table([0] * (size + 1))

    def playout(self, session: Session, games: int) -> int:
        """Play whole games of uniform random actions; return the number of decisions."""
        if self.backend == "python":
            raise SpecError("Playouts in one go need the numba backend.")
        play, address = self.loops.playout(session.style), session.memory.ctypes.data
        # In parts, so that Ctrl-C does not have to wait for all of them.
        return sum(
            int(play(address, min(_GAMES, games - done))) for done in range(0, games, _GAMES)
        )

    @cached_property
    def identity(self) -> bytes:
        """A short hash of the spec: equal for equal games."""
        return sha256(self.spec.key.encode()).digest()

    @of_a_state
    def position(self, record: Record) -> str:
        """Return the position text of a state."""
        return self.spec.family.write(self, record)

    def read(self, text: str) -> tuple[Record, str]:
        """Return the state of a position text, and dice to hold back until the opening ends."""
        return self.spec.family.read(self, text)

    @of_a_state
    def hand_dice(self, record: Record, dice: str) -> Record:
        """Return the same state with these dice for the seat to act."""
        return self.spec.family.hand_dice(self, record, dice)

    @of_a_state
    def audit(self, record: Record) -> str:
        """Return what is wrong with a state reached in play, or an empty text."""
        return self.spec.family.audit(self, record)

    @of_a_state
    def effects(self, record: Record, action: int) -> Any:
        """Return what a legal action does in a state, up to the chance that follows.

        It is an `Effects`, or the subclass of the game's family: `RaceEffects`, `GridEffects`.
        """
        return self.spec.family.effects(self, record, (action,))[0]

    @of_a_state
    def all_effects(self, record: Record) -> Sequence[Any]:
        """Return the effects of each legal action, in ascending order."""
        return self.spec.family.effects(self, record)

    @of_a_state
    def effects_between(self, before: Record, after: Record) -> Any:
        """Return the effects between two states if the action is not known; see `effects`.

        They are those of the legal action that leads from one to the other. If no action does,
        they are what the two positions show, and the action is -1.
        """
        return self.spec.family.between(self, before, after)

    @of_a_state
    def describe(self, record: Record, action: int) -> str:
        """Return a description of an action in a state."""
        action = number_of("describe()", action, self.actions)
        return self.spec.family.describe(self, record, action)

    @of_a_state
    def explain(self, record: Record, action: int) -> str:
        """Return why an action is not legal in a state, in the words of the rule that objects."""
        action = number_of("explain()", action, self.actions)
        return self.spec.family.objection(self, record, action)

    @of_a_state
    def outcomes(self, record: Record) -> list[tuple[int, float]]:
        """Return the outcomes of the pending chance event with their probabilities."""
        if record["phase"][0] >= DECIDE:
            return []
        state = self.layout.unpack(record)
        machine = self.plain.machine
        found = [outcome for outcome in range(state.sides) if machine.stands(state, outcome)]
        shown = [machine.shows(state, outcome) for outcome in found]
        counts = Counter(shown)
        # Backwards, so that the first outcome of each number wins.
        first = dict(zip(reversed(shown), reversed(found), strict=True))
        return [(first[number], count / len(found)) for number, count in counts.items()]

    @of_a_state
    def outcome_of(self, record: Record, number: int) -> int:
        """Return the outcome of the pending chance event for a number; -1 if there is none."""
        state = self.layout.unpack(record)
        shows = self.plain.machine.shows
        shown = (outcome for outcome in range(state.sides) if shows(state, outcome) == number)
        return next(shown, -1)

    @of_a_state
    def returns(self, record: Record) -> list[float]:
        """Return the reward of each player: zeros until the game is over."""
        if record["phase"][0] != OVER:
            return [0.0] * self.players
        state = self.layout.unpack(record)
        return [float(self.plain.machine.reward(state, player)) for player in range(self.players)]

    @cached_property
    def arrays(self) -> Parts:
        """The functions over arrays, for the compiler."""
        return self._parts(np.array)

    def _parts(self, array: Callable[..., Any]) -> Parts:
        spec, family = self.spec, self.spec.family
        tables = family.tables(spec.board, array, spec.facts)
        guarded = array is table
        found = answers(spec.rules, tables, family.questions, guarded=guarded)
        laws = laws_of(family, found, spec.turns, guarded=guarded)
        machine = family.machine(tables, laws, spec.facts)
        styles = family.styles(spec.board, tables, self.layout, array)
        return Parts(tables, found, laws, machine, styles)

    def listened(self, listener: Listener) -> Machine:
        """Return the verbs in plain Python, with a listener that gets the answers of all rules."""
        family = self.spec.family
        laws = laws_of(family, self.plain.answers, self.spec.turns, listener)
        return family.machine(self.plain.tables, laws, self.facts)
