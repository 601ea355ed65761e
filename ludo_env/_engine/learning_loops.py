"""The loops of networks over one game, each built on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludo_env._engine.rule import Hook

if TYPE_CHECKING:
    from ludo_env._engine.loops import Loops
    from ludo_env._engine.network import Network
    from ludo_env._engine.valuation import Valuation

_STYLE = "compact"  # of loops whose rows are not read


class LearningLoops:
    """The loops of networks, on the backend of the game; modules are imported on first use."""

    def __init__(self, loops: Loops) -> None:
        self._loops = loops

    def deep(self, valuation: Valuation) -> Hook:
        """Return the loop that finds the best actions, looking a throw and a reply ahead."""
        return self._loops.once(("deep", valuation), lambda: self._deep(valuation))  # type: ignore[no-any-return]

    def self_play(self, network: Network, rival: Valuation | None = None) -> Hook:
        """Return the loop in which a network plays itself, or a rival."""
        kind = ("self-play", network.valuation, rival)
        return self._loops.once(kind, lambda: self._self_play(network, rival))  # type: ignore[no-any-return]

    def learn(self, network: Network) -> Hook:
        """Return the loop that fits a network to what self-play has written."""
        kind = ("learn", network.valuation)
        return self._loops.once(kind, lambda: self._learn(network))  # type: ignore[no-any-return]

    def _deep(self, valuation: Valuation) -> Hook:
        from ludo_env._engine.outlook import deep_loop

        loops = self._loops
        loop = deep_loop(loops.turns(_STYLE), valuation, loops.game.players)
        if loops.plain:
            return loop
        from ludo_env._engine.compile.learning_entries import deep_entry
        from ludo_env._engine.compile.numba_backend import entry_seal

        types, sizes = loops.types(_STYLE, columns=False), (valuation.room, valuation.weights)
        seal = entry_seal(deep_entry, loop, (types, sizes))
        return deep_entry(loop, types, sizes, seal, f"{loops.game.spec.name}, two moves ahead")

    def _self_play(self, network: Network, rival: Valuation | None) -> Hook:
        from ludo_env._engine.self_play import self_play_loop

        loops, game = self._loops, self._loops.game
        reward = loops.parts.machine.reward
        loop = self_play_loop(loops.turns(_STYLE), network, reward, game.players, rival)
        if loops.plain:
            return loop
        from ludo_env._engine.compile.learning_entries import self_play_entry
        from ludo_env._engine.compile.numba_backend import entry_seal

        types, valuation = loops.types(_STYLE, columns=False), network.valuation
        other = valuation if rival is None else rival
        sizes = (
            *(valuation.room, valuation.weights, network.inputs.most),
            *(other.room, other.weights),
        )
        seal = entry_seal(self_play_entry, loop, (types, sizes))
        return self_play_entry(loop, types, sizes, seal, f"{game.spec.name}, self-play")

    def _learn(self, network: Network) -> Hook:
        from ludo_env._engine.fitting import learn_loop

        game = self._loops.game
        loop, players = learn_loop(network), game.players
        if self._loops.plain:
            return loop
        from ludo_env._engine.compile.learning_entries import learn_entry
        from ludo_env._engine.compile.numba_backend import entry_seal

        sizes = (*network.shape, network.inputs.most, network.valuation.room, players)
        seal = entry_seal(learn_entry, loop, sizes)
        return learn_entry(loop, network, players, seal, f"{game.spec.name}, learning")
