"""The learner: plays against itself and fits its network, round by round."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import FAR, stream_keys
from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game
from ludo_env._engine.network import Network
from ludo_env._engine.self_play import PLAY_STATES
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Copies, Unpacked, table

# Rows of one round, and of one step of the weights.
ROWS, BATCH = 8192, 128

Numbers = npt.NDArray[np.float64]


class Pace(NamedTuple):
    """How to play and to learn in one round."""

    rate: float  # of learning
    trace: float  # how much of later results comes back to earlier states
    explore: float  # the part of decisions that are drawn
    passes: int = 1  # how often the rows are learned from
    look: bool = True  # answer all outcomes of chance, not only the one that is thrown


class Learner:
    """A network that learns from games against itself; the same seed gives the same network."""

    def __init__(self, game: Game, network: Network, numbers: Numbers, seed: int) -> None:
        self.game, self.network, self.numbers, self.seed = game, network, numbers, seed
        size = network.shape.size
        self.means, self.squares = np.zeros(size), np.zeros(size)
        self.steps = self.rounds = self.games = self.rows = 0
        self.state = game.layout.new()
        self.state["phase"] = OVER  # the first round begins a game
        self.streams = STREAM_LAYOUT.new().repeat(2)
        for stream, drawn in zip(self.streams, (0, FAR), strict=True):
            stream["key0"], stream["key1"] = stream_keys(seed)
            stream["drawn"] = drawn

    def prepare(self) -> None:
        """Compile the loops."""
        self.game.loops.self_play(self.network)
        self.game.loops.learn(self.network)

    def given(self) -> Any:
        """Return a copy of the weights as the game's backend takes them."""
        return self.numbers.tolist() if self.game.backend == "python" else self.numbers.copy()

    def round(self, pace: Pace, rows: int = ROWS, batch: int = BATCH) -> float:
        """Play so many rows and learn from them; return the mean squared error at first."""
        played = self._play(pace, rows)
        random = np.random.default_rng([self.seed, self.rounds])
        loss = self._learn(played, random.permutation(rows), pace.rate, batch)
        for _ in range(1, pace.passes):
            self._learn(played, random.permutation(rows), pace.rate, batch)
        self.rounds += 1
        self.rows += rows
        return loss / rows

    def _play(self, pace: Pace, rows: int) -> tuple[Any, ...]:
        """Write rows of self-play; return what `_learn` needs of them."""
        game, network = self.game, self.network
        most, players, size = network.inputs.most, game.players, game.actions
        places, amounts = np.zeros(rows * most, np.int32), np.zeros(rows * most)
        starts, movers = np.zeros(rows + 1, np.int64), np.zeros(rows, np.int64)
        means, nexts, targets = (np.zeros((rows, players)) for _ in range(3))
        links, sums = np.zeros(rows, np.int64), np.zeros(players)
        kept = np.zeros((2, size + 1), np.int64)
        written = (starts, places, amounts, movers, means, nexts, links, targets, sums)
        loop, explore = game.loops.self_play(network), round(pace.explore * 1e6)
        settings = rows, int(pace.look), explore, pace.trace
        if game.backend == "python":
            layout = game.layout
            states = Copies(Unpacked(layout, self.state)[0] for _ in range(PLAY_STATES))
            streams = [STREAM_LAYOUT.unpack(self.streams[at : at + 1]) for at in range(2)]
            self.games += loop(
                states, streams, *game.scratch(), table(kept), network.valuation.scratch(),
                self.numbers, *written, *settings,
            )  # fmt: skip
            layout.pack(states[0], self.state)
            for at in range(2):
                STREAM_LAYOUT.pack(streams[at], self.streams[at : at + 1])
        else:
            block = self.state.repeat(PLAY_STATES)
            arrays = (
                *(block, self.streams, np.zeros(size, np.int8), np.zeros(size, np.int16)),
                *(np.zeros(size + 1, np.uint16), kept, np.zeros(network.valuation.room)),
                *(self.numbers, *written),
            )
            self.games += loop(_addresses(arrays).ctypes.data, *settings)
            self.state[:] = block[:1]
        return starts, places, amounts, movers, targets

    def _learn(self, played: tuple[Any, ...], order: Any, rate: float, batch: int) -> float:
        """Fit the weights to the rows in this order; return the summed squared error."""
        network, rows = self.network, len(order)
        shape, loss = network.shape, np.zeros(1)
        room = np.zeros(network.valuation.room)
        errors = np.zeros(shape.outputs + shape.second + shape.first)
        arrays = (
            *(*played, order, self.numbers, np.zeros(shape.size), self.means, self.squares),
            *(np.zeros(shape.inputs, np.uint8), room, errors, loss),
        )
        loop = self.game.loops.learn(network)
        settings = rows, batch, rate, self.steps
        if self.game.backend == "python":
            self.steps = loop(*arrays, *settings)
        else:
            self.steps = loop(_addresses(arrays).ctypes.data, *settings)
        return float(loss[0])


def first_numbers(network: Network, seed: int) -> Numbers:
    """Return the weights of a network that has learned nothing: small ones, drawn from a seed."""
    shape, random = network.shape, np.random.default_rng([seed, 1])
    numbers = np.zeros(shape.size)
    bias, second, second_bias, third, third_bias = shape.starts
    numbers[:bias] = random.normal(0, 0.1, bias)
    numbers[second:second_bias] = random.normal(0, (2 / shape.first) ** 0.5, second_bias - second)
    numbers[third:third_bias] = random.normal(0, 0.1, third_bias - third)
    return numbers


def _addresses(arrays: tuple[Any, ...]) -> npt.NDArray[np.int64]:
    return np.array([array.ctypes.data for array in arrays], np.int64)
