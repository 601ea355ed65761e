"""A small network that values states: evaluated inside the compiled loops of a game.

The inputs of a state are pairs of an index and an amount, since most inputs are zero. Two hidden
layers follow, and a softmax over the seats of the table, starting with the player in turn: the
chance of each seat to win. The weights are passed with each call, so that a game is compiled once
for all networks of one shape. Plain Python and the compiler run the same code, over flat arrays.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ludo_env._engine.any_order import any_order
from ludo_env._engine.family import OVER
from ludo_env._engine.rule import Hook
from ludo_env._engine.valuation import Valuation

# Chances that differ by less count as equal: equal pieces are added up in any order.
_SAME = 1e-9


class Inputs(NamedTuple):
    """The inputs of a network: what is read off a state, starting with the player in turn."""

    # encode(s, work) -> end: write pairs of an index and an amount to work[first:end].
    encode: Hook
    first: int  # numbers at the beginning of `work` that `encode` uses itself
    most: int  # the most pairs of a state
    total: int  # how many inputs there are
    seats: int  # how many outputs: the seats at the table, also empty ones
    order: Any  # [player, offset] -> the player `offset` seats after a player, or -1
    side: Any  # [player] -> the side of a player
    # The parts of the inputs and their sizes, in words: networks fit each other if these are equal.
    words: str = ""


class Shape(NamedTuple):
    """The sizes of the layers of a network."""

    inputs: int
    first: int
    second: int
    outputs: int
    # The share of a negative value that a unit passes on; without it, half of the units die while
    # they learn.
    leak: float

    @property
    def starts(self) -> tuple[int, int, int, int, int]:
        """Where the biases of the first layer begin, and the weights and biases of the others."""
        bias = self.inputs * self.first
        second = bias + self.first
        second_bias = second + self.second * self.first
        third = second_bias + self.second
        return bias, second, second_bias, third, third + self.outputs * self.second

    @property
    def size(self) -> int:
        """The number of weights: a row for each input, and one for each unit of other layers."""
        return self.starts[-1] + self.outputs


class Network(NamedTuple):
    """The functions of a network of one shape for one game."""

    inputs: Inputs
    shape: Shape
    valuation: Valuation
    forward: Hook  # forward(work, end, numbers): from the pairs up to `end` to the outputs
    at: int  # where the layers begin in `work`: first, second, outputs


def network_of(
    inputs: Inputs, hidden: tuple[int, int], leak: float, reward: Hook, players: int
) -> Network:
    """Return the functions of a network with two hidden layers over these inputs."""
    shape = Shape(inputs.total, *hidden, inputs.seats, leak)
    at = inputs.first + 2 * inputs.most
    forward = _forward(shape, inputs.first, at)
    encode, outputs = inputs.encode, at + shape.first + shape.second

    def appraise(s: Any, work: Any, numbers: Any) -> None:
        if s.phase < OVER:
            forward(work, encode(s, work), numbers)

    value = _value(inputs, outputs, reward, players)
    room = outputs + shape.outputs
    valuation = Valuation(appraise, value, room, shape.size, _SAME, slices=True)
    return Network(inputs, shape, valuation, forward, at)


def _forward(shape: Shape, start: int, at: int) -> Hook:
    """Return forward(work, end, numbers): compute the layers of one state."""
    first, second, outputs, leak = shape.first, shape.second, shape.outputs, shape.leak
    bias, second_at, second_bias, third_at, third_bias = shape.starts
    at_second = at + first
    at_out = at_second + second

    def forward(work: Any, end: int, numbers: Any) -> None:
        units = work[at : at + first]
        for j in range(first):
            units[j] = numbers[bias + j]
        k = start
        while k + 8 <= end:  # four at a time
            row0 = row_of(numbers, work[k])
            row1 = row_of(numbers, work[k + 2])
            row2 = row_of(numbers, work[k + 4])
            row3 = row_of(numbers, work[k + 6])
            amount0, amount1, amount2, amount3 = work[k + 1], work[k + 3], work[k + 5], work[k + 7]
            for j in range(first):
                units[j] += (
                    amount0 * row0[j] + amount1 * row1[j] + amount2 * row2[j] + amount3 * row3[j]
                )
            k += 8
        while k < end:
            row, amount = row_of(numbers, work[k]), work[k + 1]
            for j in range(first):
                units[j] += amount * row[j]
            k += 2
        for j in range(first):
            units[j] = max(units[j], leak * units[j])
        layer(work, numbers, second_at, second_bias, at, first, at_second, second)
        for j in range(at_second, at_out):
            work[j] = max(work[j], leak * work[j])
        layer(work, numbers, third_at, third_bias, at_second, second, at_out, outputs)
        softmax(work)

    def row_of(numbers: Any, place: float) -> Any:
        weight = int(place) * first
        return numbers[weight : weight + first]

    @any_order
    def layer(
        work: Any, numbers: Any, weight: int, base: int, begin: int, size: int, to: int, units: int
    ) -> None:
        """Compute the units of a layer from those of the layer before."""
        before = work[begin : begin + size]
        for j in range(units):
            row, total = numbers[weight + j * size : weight + (j + 1) * size], 0.0
            for i in range(size):
                total += before[i] * row[i]
            work[to + j] = total + numbers[base + j]

    def softmax(work: Any) -> None:
        most, total = work[at_out], 0.0
        for j in range(1, outputs):
            most = max(most, work[at_out + j])
        for j in range(outputs):
            work[at_out + j] = math.exp(work[at_out + j] - most)
            total += work[at_out + j]
        for j in range(outputs):
            work[at_out + j] /= total

    return forward


def _value(inputs: Inputs, at_out: int, reward: Hook, players: int) -> Hook:
    """Return value(s, work, player): the chance of the player's side to win."""
    order, side, seats = inputs.order, inputs.side, inputs.seats
    even = 1.0 / max(2, len({int(one) for one in side}))

    def value(s: Any, work: Any, player: int) -> float:
        if s.phase >= OVER:
            gained = reward(s, player) if s.phase == OVER else 0
            return even if gained == 0 else (1.0 if gained > 0 else 0.0)
        chance = 0.0
        for seat in range(seats):
            other = order[s.seat, seat]
            if other >= 0 and side[other] == side[player]:
                chance += work[at_out + seat]
        return chance

    return value
