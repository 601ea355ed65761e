"""The learner: plays against itself and fits its network, round by round."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludo_env._engine.game import Game
from ludo_env._engine.network import Network
from ludo_env.training.engines import PlayAll
from ludo_env.training.playing import Numbers, Pace, Rows, addresses, joined, new_actor
from ludo_env.training.rival import Rival

# Rows of one round, and of one step of the weights.
ROWS, BATCH = 8192, 128


class Learner:
    """A network that learns from games against itself; the same seed gives the same network.

    The rows of a round are divided among `jobs` actors, each with games of its own.
    """

    def __init__(
        self, game: Game, network: Network, numbers: Numbers, seed: int, jobs: int = 1
    ) -> None:
        self.game, self.network, self.numbers, self.seed = game, network, numbers, seed
        size = network.shape.size
        self.means, self.squares = np.zeros(size), np.zeros(size)
        self.steps = self.rounds = self.games = self.rows = 0
        self.seconds = 0.0  # CPU time that the actors have used
        self.actors = [new_actor(game, seed, index) for index in range(jobs)]

    def prepare(self, rival: Rival | None = None) -> None:
        """Compile the loops."""
        self.game.loops.learning.self_play(self.network, rival.valuation if rival else None)
        self.game.loops.learning.learn(self.network)

    def given(self) -> Any:
        """Return a copy of the weights as the game's backend takes them."""
        return self.numbers.tolist() if self.game.backend == "python" else self.numbers.copy()

    def round(self, play: PlayAll, pace: Pace, rows: int = ROWS, batch: int = BATCH) -> float:
        """Play so many rows, learn from them; return the mean squared error of the first pass."""
        share = -(-rows // len(self.actors))
        played = play(self.numbers, self.actors, pace, share)
        self.actors = [part.actor for part in played]
        self.games += sum(part.games for part in played)
        self.seconds += sum(part.seconds for part in played)
        found = joined([part.rows for part in played])
        count, groups = len(found.movers), len(found.deciders)
        random = np.random.default_rng([self.seed, self.rounds])
        losses = [
            self.learn(found, random.permutation(groups), pace.rate, batch, pace.press)
            for _ in range(pace.passes)
        ]
        self.rounds += 1
        self.rows += count
        return losses[0] / count

    def learn(self, found: Rows, order: Any, rate: float, batch: int, press: float = 0.0) -> float:
        """Fit the weights to the groups of rows in this order; return the summed squared error."""
        network, rows = self.network, len(found.movers)
        shape, loss = network.shape, np.zeros(1)
        room = np.zeros(network.valuation.room)
        errors = np.zeros(shape.outputs + shape.second + shape.first)
        arrays = (
            *(*found, order, self.numbers, np.zeros(shape.size), self.means, self.squares),
            *(np.zeros(shape.inputs, np.uint8), room, errors, loss),
        )
        loop = self.game.loops.learning.learn(network)
        settings = len(order), batch, rate, press, self.steps
        if self.game.backend == "python":
            self.steps = loop(*arrays, *settings)
        else:
            self.steps = loop(addresses(arrays).ctypes.data, rows, *settings)
        return float(loss[0])


def first_numbers(network: Network, seed: int) -> Numbers:
    """Return the weights of an untrained network: small random numbers drawn from a seed."""
    shape, random = network.shape, np.random.default_rng([seed, 1])
    numbers = np.zeros(shape.size)
    bias, second, second_bias, third, third_bias = shape.starts
    numbers[:bias] = random.normal(0, 0.1, bias)
    numbers[second:second_bias] = random.normal(0, (2 / shape.first) ** 0.5, second_bias - second)
    numbers[third:third_bias] = random.normal(0, 0.1, third_bias - third)
    return numbers
