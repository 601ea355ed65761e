"""The states in layers, and their bounds: the last two stages of a solution, call by call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.game import Game
from ludo_env._engine.solving.arrays import Numbers, addresses
from ludo_env._engine.solving.graph import Graph
from ludo_env._engine.solving.notices import LONGEST
from ludo_env._engine.solving.ordering import DEPTH, FINISHED, LAYERS
from ludo_env._engine.solving.sweeping import AT, LAST_GAP, LAYER, ROUNDS, UPDATES

# States in one call, after which the caller can be interrupted.
_AT_ONCE = 2_000_000
_AT_ONCE_PLAINLY = 2_000


class Layers:
    """States in the order of the sweeps: layer after layer, the last ones of a game first."""

    def __init__(self, graph: Graph, watch: Callable[[int], object]) -> None:
        states, words = graph.states, graph.words
        numbers, lows, layers, finished, path, open_states = (
            np.zeros(states, np.uint32) for _ in range(6)
        )
        places, notice = np.zeros(states, np.int64), np.zeros(8, np.int64)
        arrays = (
            graph.code, graph.offsets, numbers, lows, layers, finished, path, places, open_states,
            notice,
        )  # fmt: skip
        loop, plain = graph.game.loops.solver.order(), graph.game.backend == "python"
        while True:
            if plain:
                loop(*map(Numbers, arrays), _AT_ONCE_PLAINLY)
            else:
                loop(addresses(arrays).ctypes.data, states, words, _AT_ONCE)
            watch(int(notice[FINISHED]))
            if notice[DEPTH] == 0:
                break
        del arrays, numbers, lows, path, places, open_states
        self.count = int(notice[LAYERS])
        sizes = np.bincount(layers, minlength=self.count + 1)[1:]
        self.starts = np.zeros(self.count + 1, np.uint32)
        np.cumsum(sizes, out=self.starts[1:])
        # Within each layer, the states that are farthest on come first.
        left = np.iinfo(np.uint16).max - graph.codec.headway(graph.keys)
        order = finished[np.argsort(left[finished], kind="stable")]
        del finished, left
        self.order: npt.NDArray[np.uint32] = order[np.argsort(layers[order], kind="stable")]
        del order, layers
        self.lengths = np.zeros(states, np.uint16)
        self._reorder(graph)

    def _reorder(self, graph: Graph) -> None:
        """Put the programs into this order, so that a sweep reads them in sequence."""
        states, words = graph.states, graph.words
        places = np.empty(states, np.uint32)
        places[self.order] = np.arange(states, dtype=np.uint32)
        code, offsets = np.empty_like(graph.code), np.zeros_like(graph.offsets)
        arrays = (graph.code, graph.offsets, self.order, places, code, offsets, self.lengths)
        loop, plain = graph.game.loops.solver.reorder(), graph.game.backend == "python"
        for start in range(0, states, _AT_ONCE):
            stop = min(states, start + _AT_ONCE)
            if plain:
                loop(*map(Numbers, arrays), start, stop)
            else:
                loop(addresses(arrays).ctypes.data, states, words, start, stop)
        graph.code, graph.offsets = code, offsets


class Bounds:
    """Bounds of the value of each state, in the order of the sweeps, which tighten them."""

    def __init__(self, game: Game, graph: Graph, layers: Layers) -> None:
        self.graph, self.layers = graph, layers
        self.values = np.zeros((graph.states, 2))
        self.values[:, 1] = 1.0
        self.notice, self.seen = np.zeros(8, np.int64), np.zeros(8)
        self._loop, self._plain = game.loops.solver.sweep(), game.backend == "python"
        # The last place is for the best of several.
        size = LONGEST + 1
        self._stack = np.zeros(size), np.zeros(size), np.zeros(size, np.int64)

    @property
    def layer(self) -> int:
        """The current layer."""
        return int(self.notice[LAYER])

    @property
    def at(self) -> int:
        """The position of the sweep in the current layer."""
        return int(self.notice[AT])

    @property
    def rounds(self) -> int:
        """The number of finished sweeps of the current layer."""
        return int(self.notice[ROUNDS])

    @property
    def updates(self) -> int:
        """How often the bounds of a state have been computed."""
        return int(self.notice[UPDATES])

    @property
    def gap(self) -> float:
        """The largest gap between bounds in the last sweep of a layer that is done."""
        return float(self.seen[LAST_GAP])

    @property
    def residual(self) -> float:
        """The largest difference between a value and the middle of its bounds."""
        return float((self.values[:, 1] - self.values[:, 0]).max()) / 2

    def middle(self) -> npt.NDArray[np.float64]:
        """Return the values, the middle of the bounds, by the numbers of the states."""
        values = np.empty(len(self.values))
        values[self.layers.order] = self.values.mean(axis=1)
        return values

    def begin_at(self, layer: int) -> None:
        """Start with this layer; those before it are finished."""
        self.notice[LAYER] = layer

    def tighten(self, goal: float) -> bool:
        """Sweep until all gaps are at most `goal`; return whether all layers are finished."""
        graph, layers = self.graph, self.layers
        arrays: tuple[Any, ...] = (
            graph.code, graph.offsets, layers.lengths, layers.starts, self.values, graph.chances,
            *self._stack, self.notice, self.seen,
        )  # fmt: skip
        if self._plain:
            self._loop(*map(Numbers, arrays), layers.count, _AT_ONCE_PLAINLY, goal)
        else:
            sizes = (graph.states, graph.words, layers.count)
            self._loop(addresses(arrays).ctypes.data, *sizes, _AT_ONCE, goal)
        return self.layer == layers.count
