"""The loops of a game: plain or compiled, each built on first use.

The rules are folded into one loop over a game (`kernel`); around it are loops over many games
(`batch`), over whole random games, over playouts from one state (`rollouts`), over the moves of
many states (`valuation`), over the throws of games (`luck`), and over all states of a game
(`solving`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ludo_env._engine.errors import SpecError
from ludo_env._engine.kernel import observer, playout_loop, turn_loop
from ludo_env._engine.rule import Hook

if TYPE_CHECKING:
    from ludo_env._engine.game import Game, Parts
    from ludo_env._engine.luck import Forecast
    from ludo_env._engine.network import Network
    from ludo_env._engine.solving.codec import Codec
    from ludo_env._engine.valuation import Valuation

_ROLLED = "compact"  # the style of sessions whose rows are not read


class Loops:
    """The loops of one game on its backend.

    Reading a loop compiles it: a caller who must not wait later reads it beforehand, as often
    and from as many threads as needed.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._built: dict[Hashable, Any] = {}
        self._refusal: SpecError | None = None
        self._building = threading.RLock()

    def step(self, style: str) -> Hook:
        """Return the loop of one game: compiled, from an address; plain, from a state."""
        return self._once(("step", style), lambda: self._step(style))  # type: ignore[no-any-return]

    def playout(self, style: str) -> Hook:
        """Return the loop over whole games of random actions; compiled only."""
        return self._once(("playout", style), lambda: self._playout(style))  # type: ignore[no-any-return]

    def batch(self, style: str, columns: bool, auto_pass: bool) -> tuple[Hook, Hook]:
        """Return the loops over many games: play, and sample actions."""
        kind = (style, columns, auto_pass)
        return self._once(kind, lambda: self._batch(*kind))  # type: ignore[no-any-return]

    def seats(self, style: str, auto_pass: bool) -> Hook:
        """Return the loop over games in which one seat learns."""
        kind = ("seats", style, auto_pass)
        return self._once(kind, lambda: self._seats(style, auto_pass))  # type: ignore[no-any-return]

    def observe(self, style: str) -> Hook:
        """Return the loop that writes the observations of many states."""
        kind = ("observe", style)
        return self._once(kind, lambda: self._observe(style))  # type: ignore[no-any-return]

    def rollout(self) -> Hook:
        """Return the loop over random playouts from one state."""
        return self._once("rollout", self._rollout)  # type: ignore[no-any-return]

    def best(self, valuation: Valuation) -> Hook:
        """Return the loop that finds the best action one move ahead in many states."""
        return self._once(("best", valuation), lambda: self._best(valuation))  # type: ignore[no-any-return]

    def values(self, valuation: Valuation) -> Hook:
        """Return the loop that values many states."""
        return self._once(("values", valuation), lambda: self._values(valuation))  # type: ignore[no-any-return]

    def luck(self, forecast: Forecast) -> Hook:
        """Return the loop that walks through games and measures the luck in them."""
        kind = ("luck", *forecast[:-1])
        return self._once(kind, lambda: self._luck(forecast))  # type: ignore[no-any-return]

    def deep(self, valuation: Valuation) -> Hook:
        """Return the loop that finds the best action a throw and a reply later in many states."""
        return self._once(("deep", valuation), lambda: self._deep(valuation))  # type: ignore[no-any-return]

    def self_play(self, network: Network) -> Hook:
        """Return the loop in which a network plays itself."""
        kind = ("self-play", network.valuation)
        return self._once(kind, lambda: self._self_play(network))  # type: ignore[no-any-return]

    def learn(self, network: Network) -> Hook:
        """Return the loop that fits a network to what self-play has written."""
        kind = ("learn", network.valuation)
        return self._once(kind, lambda: self._learn(network))  # type: ignore[no-any-return]

    def expand(self, codec: Codec) -> Hook:
        """Return the loop that enumerates states, for the solver."""
        return self._once(("expand", codec), lambda: self._expand(codec))  # type: ignore[no-any-return]

    def judge(self, codec: Codec) -> Hook:
        """Return the loop that values states of a solved game, for the solver."""
        return self._once(("judge", codec), lambda: self._judge(codec, 0, "values of states"))  # type: ignore[no-any-return]

    def play_best(self, codec: Codec) -> Hook:
        """Return the loop that plays a solved game as well as can be, for the solver."""
        return self._once(("play best", codec), lambda: self._judge(codec, 1, "optimal play"))  # type: ignore[no-any-return]

    def order(self) -> Hook:
        """Return the loop that finds layers of states, for the solver."""
        return self._once("order", self._order)  # type: ignore[no-any-return]

    def reorder(self) -> Hook:
        """Return the loop that puts programs into the order of the sweeps, for the solver."""
        return self._once("reorder", self._reorder)  # type: ignore[no-any-return]

    def sweep(self) -> Hook:
        """Return the loop that tightens the values of states, for the solver."""
        return self._once("sweep", self._sweep)  # type: ignore[no-any-return]

    def _step(self, style: str) -> Hook:
        game = self.game
        if self._plain:
            return self._loop(style)
        from ludo_env._engine.compile.numba_backend import entry_seal, step_entry

        loop, block = self._loop(style), game.block(style)
        seal = entry_seal(step_entry, loop, vars(block))
        return step_entry(loop, block, seal, game.spec.name)

    def _playout(self, style: str) -> Hook:
        from ludo_env._engine.compile.numba_backend import entry_seal, playout_entry

        loop, block = playout_loop(self._loop(style)), self.game.block(style)
        seal = entry_seal(playout_entry, loop, vars(block))
        return playout_entry(loop, block, seal, f"{self.game.spec.name}, whole games")

    def _batch(self, style: str, columns: bool, auto_pass: bool) -> tuple[Hook, Hook]:
        from ludo_env._engine.batch_loops import batch_loop, game_columns, game_rows, sample_loop

        game, reward = self.game, self._parts.machine.reward
        row_of = game_columns if columns else game_rows
        play = batch_loop(self._loop(style), reward, row_of, game.actions, game.players, auto_pass)
        sample = sample_loop(game.actions)
        if self._plain:
            return play, sample
        from ludo_env._engine.compile.numba_backend import entry_seal, play_entry, sample_entry

        types, name = self._types(style, columns), game.spec.name
        play_seal = entry_seal(play_entry, play, types)
        sample_seal = entry_seal(sample_entry, sample, game.actions)
        return (
            play_entry(play, types, play_seal, f"{name}, many games"),
            sample_entry(sample, game.actions, sample_seal, f"{name}, random actions"),
        )

    def _seats(self, style: str, auto_pass: bool) -> Hook:
        from ludo_env._engine.seat_loop import seat_loop

        game, reward = self.game, self._parts.machine.reward
        play = seat_loop(self._loop(style), reward, game.actions, auto_pass)
        if self._plain:
            return play
        from ludo_env._engine.compile.numba_backend import entry_seal, seat_entry

        types = self._types(style, columns=False)
        seal = entry_seal(seat_entry, play, types)
        return seat_entry(play, types, seal, f"{game.spec.name}, many single seats")

    def _observe(self, style: str) -> Hook:
        from ludo_env._engine.batch_loops import observe_loop

        look = observe_loop(observer(self._parts.styles[style]))
        if self._plain:
            return look
        from ludo_env._engine.compile.numba_backend import entry_seal, observe_entry

        types = self._types(style, columns=False)
        seal = entry_seal(observe_entry, look, types)
        return observe_entry(look, types, seal, f"{self.game.spec.name}, observations")

    def _rollout(self) -> Hook:
        from ludo_env._engine.rollouts import rollout_loop

        game, reward = self.game, self._parts.machine.reward
        loop = rollout_loop(self._loop(_ROLLED), reward, game.players)
        if self._plain:
            return loop
        from ludo_env._engine.compile.numba_backend import entry_seal, rollout_entry

        types = self._types(_ROLLED, columns=False)
        seal = entry_seal(rollout_entry, loop, types)
        return rollout_entry(loop, types, seal, f"{game.spec.name}, random playouts")

    def _best(self, valuation: Valuation) -> Hook:
        from ludo_env._engine.valuation import best_loop

        loop = best_loop(self._loop(_ROLLED), valuation)
        if self._plain:
            return loop
        from ludo_env._engine.compile.numba_backend import best_entry, entry_seal

        types, sizes = self._types(_ROLLED, columns=False), (valuation.room, valuation.weights)
        seal = entry_seal(best_entry, loop, (types, sizes))
        return best_entry(loop, types, sizes, seal, f"{self.game.spec.name}, one move ahead")

    def _values(self, valuation: Valuation) -> Hook:
        from ludo_env._engine.valuation import value_loop

        loop = value_loop(valuation, self.game.players)
        if self._plain:
            return loop
        from ludo_env._engine.compile.numba_backend import entry_seal, value_entry

        types, sizes = self._types(_ROLLED, columns=False), (valuation.room, valuation.weights)
        seal = entry_seal(value_entry, loop, (types, sizes))
        return value_entry(loop, types, sizes, seal, f"{self.game.spec.name}, values of states")

    def _deep(self, valuation: Valuation) -> Hook:
        from ludo_env._engine.outlook import deep_loop

        loop = deep_loop(self._loop(_ROLLED), valuation)
        if self._plain:
            return loop
        from ludo_env._engine.compile.learning_entries import deep_entry
        from ludo_env._engine.compile.numba_backend import entry_seal

        types, sizes = self._types(_ROLLED, columns=False), (valuation.room, valuation.weights)
        seal = entry_seal(deep_entry, loop, (types, sizes))
        return deep_entry(loop, types, sizes, seal, f"{self.game.spec.name}, two moves ahead")

    def _self_play(self, network: Network) -> Hook:
        from ludo_env._engine.self_play import self_play_loop

        game, reward = self.game, self._parts.machine.reward
        loop = self_play_loop(self._loop(_ROLLED), network, reward, game.players)
        if self._plain:
            return loop
        from ludo_env._engine.compile.learning_entries import self_play_entry
        from ludo_env._engine.compile.numba_backend import entry_seal

        types, valuation = self._types(_ROLLED, columns=False), network.valuation
        sizes = valuation.room, valuation.weights, network.inputs.most
        seal = entry_seal(self_play_entry, loop, (types, sizes))
        return self_play_entry(loop, types, sizes, seal, f"{game.spec.name}, self-play")

    def _learn(self, network: Network) -> Hook:
        from ludo_env._engine.self_play import learn_loop

        loop, players = learn_loop(network), self.game.players
        if self._plain:
            return loop
        from ludo_env._engine.compile.learning_entries import learn_entry
        from ludo_env._engine.compile.numba_backend import entry_seal

        sizes = (*network.shape, network.inputs.most, network.valuation.room, players)
        seal = entry_seal(learn_entry, loop, sizes)
        return learn_entry(loop, network, players, seal, f"{self.game.spec.name}, learning")

    def _luck(self, forecast: Forecast) -> Hook:
        from ludo_env._engine.luck import luck_loop, numbers_of

        game, machine = self.game, self._parts.machine
        walks = luck_loop(self._loop(_ROLLED), machine, forecast, game.players, game.pass_action)
        if self._plain:
            return walks
        from ludo_env._engine.compile.luck_entry import luck_entry
        from ludo_env._engine.compile.numba_backend import entry_seal

        types = self._types(_ROLLED, columns=False)
        sizes = (forecast.guesses, forecast.room, len(numbers_of(forecast)))
        seal = entry_seal(luck_entry, walks, (types, sizes))
        return luck_entry(walks, types, sizes, seal, f"{game.spec.name}, luck")

    def _expand(self, codec: Codec) -> Hook:
        from ludo_env._engine.solving.expanding import expand_loop

        machine = self._parts.machine
        codec = replace(codec, derive=machine.derive)
        loop = expand_loop(self._loop(_ROLLED), machine, codec)
        if self._plain:
            return loop
        from ludo_env._engine.compile.solver_entries import expand_entry

        return self._solving(expand_entry, loop, codec, "all states")

    def _judge(self, codec: Codec, which: int, title: str) -> Hook:
        from ludo_env._engine.solving.judging import judge_loops

        loop = judge_loops(self._loop(_ROLLED), self._parts.machine, codec)[which]
        if self._plain:
            return loop
        from ludo_env._engine.compile.solver_entries import judge_entry

        return self._solving(judge_entry, loop, codec, title)

    def _solving(self, entry: Callable[..., Hook], loop: Hook, codec: Codec, title: str) -> Hook:
        """Return the machine code of a loop of the solver that plays the game."""
        from ludo_env._engine.compile.numba_backend import entry_seal

        sides = self.game.layout.fields["sides"].high
        sizes = (codec.words, sides, max(sides, self.game.actions), codec.room)
        types = self._types(_ROLLED, columns=False)
        seal = entry_seal(entry, loop, (types, sizes))
        return entry(loop, types, sizes, seal, f"{self.game.spec.name}, {title}")

    def _order(self) -> Hook:
        from ludo_env._engine.solving.ordering import order_states

        if self._plain:
            return order_states
        from ludo_env._engine.compile.numba_backend import entry_seal
        from ludo_env._engine.compile.solver_entries import order_entry

        seal = entry_seal(order_entry, order_states, ())
        return order_entry(order_states, seal, "layers of states")

    def _reorder(self) -> Hook:
        from ludo_env._engine.solving.ordering import reorder

        if self._plain:
            return reorder
        from ludo_env._engine.compile.numba_backend import entry_seal
        from ludo_env._engine.compile.solver_entries import reorder_entry

        seal = entry_seal(reorder_entry, reorder, ())
        return reorder_entry(reorder, seal, "order of states")

    def _sweep(self) -> Hook:
        from ludo_env._engine.solving.sweeping import sweep

        if self._plain:
            return sweep
        from ludo_env._engine.compile.numba_backend import entry_seal
        from ludo_env._engine.compile.solver_entries import sweep_entry

        sides = self.game.layout.fields["sides"].high
        seal = entry_seal(sweep_entry, sweep, sides)
        return sweep_entry(sweep, sides, seal, "values of states")

    def _loop(self, style: str) -> Hook:
        game, parts = self.game, self._parts
        observe = observer(parts.styles[style])
        clear, has_pass = game.layout.clearing(), game.spec.family.has_pass
        return turn_loop(parts.machine, clear, observe, game.actions, has_pass)

    def _types(self, style: str, columns: bool) -> Any:
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
    def _plain(self) -> bool:
        return self.game.backend == "python"

    @property
    def _parts(self) -> Parts:
        return self.game.plain if self._plain else self.game.arrays

    def _once(self, kind: Hashable, build: Callable[[], Any]) -> Any:
        """Build a loop once; of several threads that ask, the first one builds it."""
        if kind not in self._built:
            with self._building:
                if kind not in self._built:
                    self._built[kind] = build() if self._plain else self._compile(build)
        return self._built[kind]
