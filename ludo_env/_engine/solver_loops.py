"""The loops of the exact solver over one game, each built on first use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ludo_env._engine.rule import Hook

if TYPE_CHECKING:
    from ludo_env._engine.loops import Loops
    from ludo_env._engine.solving.codec import Codec

_STYLE = "compact"  # of loops whose rows are not read


class SolverLoops:
    """The loops of the solver, on the backend of the game; modules are imported on first use."""

    def __init__(self, loops: Loops) -> None:
        self._loops = loops

    def expand(self, codec: Codec) -> Hook:
        """Return the loop that enumerates states."""

        def build() -> Hook:
            from ludo_env._engine.solving.expanding import expand_loop

            machine = self._loops.parts.machine
            own = replace(codec, derive=machine.derive)
            loop = expand_loop(self._loops.turns(_STYLE), machine, own)
            return self._playing("expand_entry", loop, own, "all states")

        return self._loops.once(("expand", codec), build)  # type: ignore[no-any-return]

    def judge(self, codec: Codec) -> Hook:
        """Return the loop that values states of a solved game."""
        return self._judging(codec, 0, "values of states")

    def play_best(self, codec: Codec) -> Hook:
        """Return the loop that plays a solved game optimally."""
        return self._judging(codec, 1, "optimal play")

    def order(self) -> Hook:
        """Return the loop that finds layers of states."""
        from ludo_env._engine.solving.ordering import order_states

        return self._alone("order_entry", order_states, (), "layers of states")

    def reorder(self) -> Hook:
        """Return the loop that puts programs into the order of the sweeps."""
        from ludo_env._engine.solving.ordering import reorder

        return self._alone("reorder_entry", reorder, (), "order of states")

    def sweep(self) -> Hook:
        """Return the loop that tightens the values of states."""
        from ludo_env._engine.solving.sweeping import sweep

        sides = self._loops.game.layout.fields["sides"].high
        return self._alone("sweep_entry", sweep, (sides,), "bounds of states")

    def _judging(self, codec: Codec, which: int, title: str) -> Hook:
        def build() -> Hook:
            from ludo_env._engine.solving.judging import judge_loops

            turns, machine = self._loops.turns(_STYLE), self._loops.parts.machine
            loop = judge_loops(turns, machine, codec)[which]
            return self._playing("judge_entry", loop, codec, title)

        return self._loops.once((title, codec), build)  # type: ignore[no-any-return]

    def _playing(self, entry: str, loop: Hook, codec: Codec, title: str) -> Hook:
        """Return a loop that plays the game."""
        if self._loops.plain:
            return loop
        game = self._loops.game
        sides = game.layout.fields["sides"].high
        sizes = (codec.words, sides, max(sides, game.actions), codec.room)
        types = self._loops.types(_STYLE, columns=False)
        return _machine_code(entry, loop, (types, sizes), f"{game.spec.name}, {title}")

    def _alone(self, entry: str, loop: Hook, options: tuple[Any, ...], title: str) -> Hook:
        """Return a loop over states and programs, which does not depend on a game."""

        def build() -> Hook:
            return loop if self._loops.plain else _machine_code(entry, loop, options, title)

        return self._loops.once(title, build)  # type: ignore[no-any-return]


def _machine_code(entry: str, loop: Hook, options: tuple[Any, ...], title: str) -> Hook:
    from ludo_env._engine.compile import solver_entries
    from ludo_env._engine.compile.numba_backend import entry_seal

    make: Callable[..., Hook] = getattr(solver_entries, entry)
    return make(loop, *options, entry_seal(make, loop, options), title)
