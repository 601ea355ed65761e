"""The loops of a game: plain or compiled, each built on first use.

The rules are folded into one loop over a game (`kernel`); around it are loops over many games
(`batch`), over whole random games, over playouts from one state (`rollouts`), over the moves of
many states (`valuation`), over the throws of games (`luck`), and those of networks
(`learning_loops`) and of the solver (`solver_loops`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludo_env._engine.errors import SpecError
from ludo_env._engine.kernel import observer, playout_loop, turn_loop
from ludo_env._engine.learning_loops import LearningLoops
from ludo_env._engine.rule import Hook
from ludo_env._engine.solver_loops import SolverLoops

if TYPE_CHECKING:
    from ludo_env._engine.forecast import Forecast
    from ludo_env._engine.game import Game, Parts
    from ludo_env._engine.valuation import Valuation

_ROLLED = "compact"  # the style of sessions whose rows are not read


class Loops:
    """The loops of one game on its backend.

    Reading a loop compiles it. A caller that must not wait later can read it in advance, more than
    once and from several threads.
    """

    def __init__(self, game: Game, plain: bool = False) -> None:
        self.game = game
        # Whether loops are plain Python.
        self.plain = plain or game.backend == "python"
        self._built: dict[Hashable, Any] = {}
        self._refusal: SpecError | None = None
        self._building = threading.RLock()

    def step(self, style: str) -> Hook:
        """Return the loop of one game: compiled, from an address; plain, from a state."""
        return self.once(("step", style), lambda: self._step(style))  # type: ignore[no-any-return]

    def playout(self, style: str) -> Hook:
        """Return the loop over whole games of random actions; compiled only."""
        return self.once(("playout", style), lambda: self._playout(style))  # type: ignore[no-any-return]

    def batch(self, style: str, columns: bool, auto_pass: bool) -> Hook:
        """Return the loop over many games, which also samples actions."""
        kind = ("batch", style, columns, auto_pass)
        return self.once(kind, lambda: self._batch(style, columns, auto_pass))  # type: ignore[no-any-return]

    def seats(self, style: str, auto_pass: bool) -> Hook:
        """Return the loop over games in which one seat learns."""
        kind = ("seats", style, auto_pass)
        return self.once(kind, lambda: self._seats(style, auto_pass))  # type: ignore[no-any-return]

    def observe(self, style: str) -> Hook:
        """Return the loop that writes the observations of many states."""
        kind = ("observe", style)
        return self.once(kind, lambda: self._observe(style))  # type: ignore[no-any-return]

    def rollout(self) -> Hook:
        """Return the loop over random playouts from one state."""
        return self.once("rollout", self._rollout)  # type: ignore[no-any-return]

    def best(self, valuation: Valuation) -> Hook:
        """Return the loop that finds the best action one move ahead in many states."""
        return self.once(("best", valuation), lambda: self._best(valuation))  # type: ignore[no-any-return]

    def values(self, valuation: Valuation) -> Hook:
        """Return the loop that values many states."""
        return self.once(("values", valuation), lambda: self._values(valuation))  # type: ignore[no-any-return]

    def luck(self, forecast: Forecast) -> Hook:
        """Return the loop that walks through games and measures the luck in them."""
        kind = ("luck", *forecast[:-1])
        return self.once(kind, lambda: self._luck(forecast))  # type: ignore[no-any-return]

    @property
    def learning(self) -> LearningLoops:
        """The loops of networks."""
        return self.once("learning", lambda: LearningLoops(self))  # type: ignore[no-any-return]

    @property
    def solver(self) -> SolverLoops:
        """The loops of the exact solver."""
        return self.once("solver", lambda: SolverLoops(self))  # type: ignore[no-any-return]

    def _step(self, style: str) -> Hook:
        game = self.game
        if self.plain:
            return self.turns(style)
        from ludo_env._engine.compile.numba_backend import entry_seal, step_entry

        loop, block = self.turns(style), game.block(style)
        seal = entry_seal(step_entry, loop, vars(block))
        return step_entry(loop, block, seal, game.spec.name)

    def _playout(self, style: str) -> Hook:
        from ludo_env._engine.compile.numba_backend import entry_seal, playout_entry

        loop, block = playout_loop(self.turns(style)), self.game.block(style)
        seal = entry_seal(playout_entry, loop, vars(block))
        return playout_entry(loop, block, seal, f"{self.game.spec.name}, whole games")

    def _batch(self, style: str, columns: bool, auto_pass: bool) -> Hook:
        from ludo_env._engine.batch_loops import batch_loop, game_columns, game_rows

        game, reward = self.game, self.parts.machine.reward
        row_of = game_columns if columns else game_rows
        play = batch_loop(self.turns(style), reward, row_of, game.actions, game.players, auto_pass)
        if self.plain:
            return play
        from ludo_env._engine.compile.numba_backend import entry_seal, play_entry

        types = self.types(style, columns)
        seal = entry_seal(play_entry, play, types)
        return play_entry(play, types, seal, f"{game.spec.name}, many games")

    def _seats(self, style: str, auto_pass: bool) -> Hook:
        from ludo_env._engine.seat_loop import seat_loop

        game, reward = self.game, self.parts.machine.reward
        play = seat_loop(self.turns(style), reward, game.actions, auto_pass)
        if self.plain:
            return play
        from ludo_env._engine.compile.numba_backend import entry_seal, seat_entry

        types = self.types(style, columns=False)
        seal = entry_seal(seat_entry, play, types)
        return seat_entry(play, types, seal, f"{game.spec.name}, many single seats")

    def _observe(self, style: str) -> Hook:
        from ludo_env._engine.batch_loops import observe_loop

        look = observe_loop(observer(self.parts.styles[style]))
        if self.plain:
            return look
        from ludo_env._engine.compile.numba_backend import entry_seal, observe_entry

        types = self.types(style, columns=False)
        seal = entry_seal(observe_entry, look, types)
        return observe_entry(look, types, seal, f"{self.game.spec.name}, observations")

    def _rollout(self) -> Hook:
        from ludo_env._engine.rollouts import rollout_loop

        game, reward = self.game, self.parts.machine.reward
        loop = rollout_loop(self.turns(_ROLLED), reward, game.players)
        if self.plain:
            return loop
        from ludo_env._engine.compile.numba_backend import entry_seal, rollout_entry

        types = self.types(_ROLLED, columns=False)
        seal = entry_seal(rollout_entry, loop, types)
        return rollout_entry(loop, types, seal, f"{game.spec.name}, random playouts")

    def _best(self, valuation: Valuation) -> Hook:
        from ludo_env._engine.valuation import best_loop

        loop = best_loop(self.turns(_ROLLED), valuation)
        if self.plain:
            return loop
        from ludo_env._engine.compile.numba_backend import best_entry, entry_seal

        types, sizes = self.types(_ROLLED, columns=False), (valuation.room, valuation.weights)
        seal = entry_seal(best_entry, loop, (types, sizes))
        return best_entry(loop, types, sizes, seal, f"{self.game.spec.name}, one move ahead")

    def _values(self, valuation: Valuation) -> Hook:
        from ludo_env._engine.valuation import value_loop

        loop = value_loop(valuation, self.game.players)
        if self.plain:
            return loop
        from ludo_env._engine.compile.numba_backend import entry_seal, value_entry

        types, sizes = self.types(_ROLLED, columns=False), (valuation.room, valuation.weights)
        seal = entry_seal(value_entry, loop, (types, sizes))
        return value_entry(loop, types, sizes, seal, f"{self.game.spec.name}, values of states")

    def _luck(self, forecast: Forecast) -> Hook:
        from ludo_env._engine.forecast import numbers_of
        from ludo_env._engine.luck_loop import luck_loop

        game, machine = self.game, self.parts.machine
        walks = luck_loop(self.turns(_ROLLED), machine, forecast, game.players, game.pass_action)
        if self.plain:
            return walks
        from ludo_env._engine.compile.luck_entry import luck_entry
        from ludo_env._engine.compile.numba_backend import entry_seal

        types = self.types(_ROLLED, columns=False)
        sizes = (forecast.guesses, forecast.room, len(numbers_of(forecast)))
        seal = entry_seal(luck_entry, walks, (types, sizes))
        return luck_entry(walks, types, sizes, seal, f"{game.spec.name}, luck")

    @cached_property
    def in_python(self) -> Loops:
        """The same loops in plain Python."""
        return self if self.plain else Loops(self.game, plain=True)

    def turns(self, style: str) -> Hook:
        """Return the turn loop, on which all other loops are built."""
        game, parts = self.game, self.parts
        observe = observer(parts.styles[style])
        clear, has_pass = game.layout.clearing(), game.spec.family.has_pass
        return turn_loop(parts.machine, clear, observe, game.actions, has_pass)

    def types(self, style: str, columns: bool) -> Any:
        """Return what the compiled loops over many games need to know about the game."""
        from ludo_env._engine.compile.numba_backend import BatchTypes

        game, seen = self.game, self.game.styles[style]
        return BatchTypes(
            game.layout.dtype, seen.dtype, seen.width, columns, game.actions, game.players
        )

    def _compile(self, build: Callable[[], Any]) -> Any:
        """Compile a loop; rules that failed to compile before are refused again."""
        from ludo_env._engine.compile.compile_errors import compiling

        if self._refusal is not None:
            raise SpecError(str(self._refusal)) from self._refusal.__cause__
        try:
            with compiling(self.game):
                return build()
        except SpecError as refusal:
            self._refusal = refusal
            raise

    @property
    def parts(self) -> Parts:
        """The machine and the styles that loops are built of."""
        return self.game.plain if self.plain else self.game.arrays

    def once(self, kind: Hashable, build: Callable[[], Any]) -> Any:
        """Build a loop once; if several threads need it, the first one builds it."""
        if kind not in self._built:
            with self._building:
                if kind not in self._built:
                    self._built[kind] = build() if self.plain else self._compile(build)
        return self._built[kind]
