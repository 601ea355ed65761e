"""Learning: fit the weights of a network to what self-play has written.

The loss of a row is the cross entropy between its target and the chances that the network gives.
The rows of one decision get an additional ordering loss: half the squared error of the differences
between them, for the player who decides. A decision depends on nothing else.
"""

from __future__ import annotations

import math

from ludo_env._engine.network import Network
from ludo_env._engine.rule import Hook

LEARN_ARRAYS = 17


def learn_loop(network: Network) -> Hook:
    """learn(arrays.., count, batch, rate, press, steps) -> steps: fit the weights to the targets.

    It uses Adam on `count` groups in the order of `chosen`, in batches of `batch` rows or a few
    more. Weights of inputs that no row of a batch has do not change. `press` is the weight of the
    ordering loss. The sum of the squared errors is put into `loss`.
    """
    inputs, shape = network.inputs, network.shape
    first, second, outputs = shape.first, shape.second, shape.outputs
    bias, second_at, second_bias, third_at, third_bias = shape.starts
    size, start, forward, leak = shape.size, inputs.first, network.forward, shape.leak
    at = network.at
    at_second = at + first
    at_out = at_second + second
    order, side, total = inputs.order, inputs.side, inputs.total

    def learn(
        starts, places, amounts, movers, groups, deciders, worths, targets, chosen, numbers, slopes,
        means, squares, touched, work, errors, loss,
        count, batch, rate, press, steps,
    ):  # fmt: skip
        done = 0
        while done < count:
            rows = 0
            while done < count and rows < batch:
                group = chosen[done]
                begin, end, decider, gap = groups[group], groups[group + 1], -1, 0.0
                if press > 0.0 and end - begin > 1:
                    decider = deciders[group]
                    for row in range(begin, end):
                        evaluate(starts, places, amounts, row, numbers, work)
                        gap += chance(work, movers[row], decider) - worths[row]
                    gap /= end - begin
                for row in range(begin, end):
                    loss[0] += add(
                        starts, places, amounts, movers, worths, targets, row, numbers, slopes,
                        touched, work, errors, decider, gap, press,
                    )  # fmt: skip
                rows += end - begin
                done += 1
            steps += 1
            share = 1.0 / rows
            decay = rate * (1.0 - 0.999**steps) ** 0.5 / (1.0 - 0.9**steps)
            for index in range(total):
                if touched[index]:
                    touched[index] = 0
                    adjust(
                        numbers,
                        slopes,
                        means,
                        squares,
                        index * first,
                        (index + 1) * first,
                        share,
                        decay,
                    )
            adjust(numbers, slopes, means, squares, bias, size, share, decay)
        return steps

    def evaluate(starts, places, amounts, row, numbers, work):
        """Compute the layers of a row; return the end of its inputs."""
        end = start
        for k in range(starts[row], starts[row + 1]):
            work[end] = places[k]
            work[end + 1] = amounts[k]
            end += 2
        forward(work, end, numbers)
        return end

    def chance(work, mover, decider):
        """Return the chance of a player's side to win."""
        total = 0.0
        for seat in range(outputs):
            player = order[mover, seat]
            if player >= 0 and side[player] == side[decider]:
                total += work[at_out + seat]
        return total

    def add(
        starts, places, amounts, movers, worths, targets, row, numbers, slopes, touched, work,
        errors, decider, gap, press,
    ):  # fmt: skip
        """Add the slopes of one row; return its squared error.

        `decider` is -1 without an ordering loss, and `gap` the mean error of the group.
        """
        end = evaluate(starts, places, amounts, row, numbers, work)
        lost = 0.0
        for seat in range(outputs):
            player = order[movers[row], seat]
            wanted = targets[row, player] if player >= 0 else 0.0
            errors[seat] = work[at_out + seat] - wanted
            lost += errors[seat] * errors[seat]
        if decider >= 0:
            found = chance(work, movers[row], decider)
            pull = press * (found - worths[row] - gap)
            for seat in range(outputs):
                player = order[movers[row], seat]
                own = 1.0 if player >= 0 and side[player] == side[decider] else 0.0
                errors[seat] += pull * work[at_out + seat] * (own - found)
        for seat in range(outputs):
            slopes[third_bias + seat] += errors[seat]
        # `errors` holds those of the outputs, then of the second and of the first layer.
        at_first = outputs + second
        spread(numbers, slopes, errors, work, third_at, 0, outputs, at_second, outputs, second)
        for i in range(second):
            slopes[second_bias + i] += errors[outputs + i]
        spread(numbers, slopes, errors, work, second_at, outputs, second, at, at_first, first)
        for i in range(first):
            slopes[bias + i] += errors[at_first + i]
        below = errors[at_first : at_first + first]
        for k in range(start, end, 2):
            place, amount = int(work[k]), work[k + 1]
            touched[place] = 1
            row = slopes[place * first : (place + 1) * first]
            for j in range(first):
                row[j] += amount * below[j]
        return lost

    def spread(numbers, slopes, errors, work, weight, above, units, active, below, size):
        """Add the slopes of the weights of a layer, and compute the errors of the layer before."""
        before, passed = work[active : active + size], errors[below : below + size]
        for i in range(size):
            passed[i] = 0.0
        for j in range(units):
            error, begin = errors[above + j], weight + j * size
            row, slope = numbers[begin : begin + size], slopes[begin : begin + size]
            for i in range(size):
                passed[i] += error * row[i]
            for i in range(size):
                slope[i] += error * before[i]
        for i in range(size):
            if before[i] <= 0.0:
                passed[i] *= leak

    def adjust(numbers, slopes, means, squares, begin, end, share, decay):
        """Move weights against their slopes, by Adam."""
        number, sums = numbers[begin:end], slopes[begin:end]
        first_moment, second_moment = means[begin:end], squares[begin:end]
        for k in range(end - begin):
            slope = sums[k] * share
            sums[k] = 0.0
            mean = 0.9 * first_moment[k] + 0.1 * slope
            square = 0.999 * second_moment[k] + 0.001 * slope * slope
            first_moment[k] = mean
            second_moment[k] = square
            number[k] -= decay * mean / (math.sqrt(square) + 1e-8)

    return learn
