"""Self-play of a network: games in a row, written down as what the network can learn from.

A row is a state after an action, where chance is pending (or dice are left): the inputs of the
network there, and the target of each player's chance to win. With `look`, every outcome of chance
is answered by the best reply, and their mean is the target: what is learned is free of the luck of
the next throw. Later results come back to earlier rows by `trace` (the lambda of TD(lambda)), less
what the throw on the way was worth more or less than its mean. With `fade`, a target comes closer
to an even chance with each decision: so a win that is near is worth more than one that can wait.
"""

from __future__ import annotations

from ludo_env._engine.chance import draw
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.kernel import BEGIN, MARKED, PLAY, ROLL, SETTLE
from ludo_env._engine.network import Network
from ludo_env._engine.outlook import reply_loop
from ludo_env._engine.rule import Hook

# Number of arrays of the loops, and of the states and streams of self-play. The states: the one
# that is reached, one for an outcome of chance, the best reply to it, a spare one, the next one.
PLAY_ARRAYS = 17
LEARN_ARRAYS = 14
PLAY_STATES = 5
PLAY_STREAMS = 2
HERE, MET, BEST, SPARE, NEXT = range(PLAY_STATES)
# Explorations are so many of a million decisions.
MILLION = 1_000_000


def self_play_loop(run: Hook, network: Network, reward: Hook, players: int) -> Hook:
    """play(arrays.., rows, look, explore, trace, fade) -> games: write so many rows.

    The first state is that of a running game, or one with phase OVER, which begins a new one. The
    dice are drawn from the first stream, the actions that explore from the second one.
    """
    inputs, valuation = network.inputs, network.valuation
    encode, appraise = inputs.encode, valuation.appraise
    order, seats, first = inputs.order, inputs.seats, inputs.first
    outputs = network.at + network.shape.first + network.shape.second

    def note(s, work, sums):
        """Write every player's chance to win: of the network, or of the result."""
        for player in range(players):
            sums[player] = 0.0
        if s.phase < OVER:
            for seat in range(seats):
                player = order[s.seat, seat]
                if player >= 0:
                    sums[player] = work[outputs + seat]
            return
        winners = 0
        if s.phase == OVER:
            for player in range(players):
                winners += reward(s, player) > 0
        for player in range(players):
            if winners == 0:
                sums[player] = 1.0 / players
            elif reward(s, player) > 0:
                sums[player] = 1.0 / winners

    reply = reply_loop(run, valuation, note)

    def play(
        states, streams, mask, notes, choices, kept, work, numbers,
        starts, places, amounts, movers, means, nexts, links, targets, sums,
        rows, look, explore, trace, fade,
    ):  # fmt: skip
        dice, will = streams[0], streams[1]
        games, pairs = 0, 0
        for row in range(rows):
            if states[HERE].phase >= OVER:
                run(states[HERE], dice, mask, notes, choices, work, BEGIN, 0)
            # The state that is learned from.
            here = states[HERE]
            end = encode(here, work)
            starts[row] = pairs
            for k in range(first, end, 2):
                places[pairs] = int(work[k])
                amounts[pairs] = work[k + 1]
                pairs += 1
            movers[row] = here.seat
            for player in range(players):
                means[row, player] = 0.0
            # What follows: all outcomes, or the one that is thrown.
            waits = here.phase < DECIDE
            outcomes = here.sides if waits else 1
            thrown = draw(dice, outcomes) if waits else 0
            looked, explored, action = 0, False, -1
            for number in range(outcomes if look else 1):
                outcome = number if look else thrown
                states[MET] = states[HERE]
                if waits:
                    met = states[MET]
                    run(met, dice, mask, notes, choices, work, ROLL | SETTLE, outcome)
                at = MET
                if states[MET].phase == DECIDE:
                    action = reply(
                        states, dice, mask, notes, choices, kept, work, numbers, sums,
                        MET, BEST, SPARE,
                    )  # fmt: skip
                    at = BEST
                else:
                    appraise(states[MET], work, numbers)
                    note(states[MET], work, sums)
                looked += 1
                for player in range(players):
                    means[row, player] += sums[player]
                if outcome == thrown:
                    states[NEXT] = states[at]
                    for player in range(players):
                        nexts[row, player] = sums[player]
                    count = kept[0, len(kept[0]) - 1] if at == BEST else 0
                    if count > 1 and draw(will, MILLION) < explore:
                        states[NEXT] = states[MET]
                        other = kept[0, draw(will, count)]
                        after = states[NEXT]
                        run(after, dice, mask, notes, choices, work, 0, 0)
                        run(after, dice, mask, notes, choices, work, PLAY | MARKED, other)
                        explored = other != action
            for player in range(players):
                means[row, player] /= looked
            links[row] = 0 if explored or states[NEXT].phase >= OVER else 1
            states[HERE] = states[NEXT]
            games += states[HERE].phase >= OVER
        starts[rows] = pairs
        # Backwards: the mean of what follows, and what came of it later.
        for back in range(rows):
            row = rows - 1 - back
            for player in range(players):
                target = means[row, player]
                if back > 0 and links[row]:
                    target += trace * (targets[row + 1, player] - nexts[row, player])
                targets[row, player] = target + fade * (1.0 / players - target)
        return games

    return play


def learn_loop(network: Network) -> Hook:
    """learn(arrays.., rows, batch, rate, steps) -> steps: fit the weights to the targets.

    Batches of rows in the order of `chosen`, by Adam; weights of inputs that no row of a batch has
    stay as they are. The loss is the cross entropy, of which the sum is put into `loss`.
    """
    inputs, shape = network.inputs, network.shape
    first, second, outputs = shape.first, shape.second, shape.outputs
    bias, second_at, second_bias, third_at, third_bias = shape.starts
    size, start, forward, leak = shape.size, inputs.first, network.forward, shape.leak
    at = network.at
    at_second = at + first
    at_out = at_second + second
    order, total = inputs.order, inputs.total

    def learn(
        starts, places, amounts, movers, targets, chosen, numbers, slopes, means, squares,
        touched, work, errors, loss,
        rows, batch, rate, steps,
    ):  # fmt: skip
        done = 0
        while done < rows:
            stop = min(rows, done + batch)
            for k in range(done, stop):
                loss[0] += add(
                    starts, places, amounts, movers, targets, chosen[k], numbers, slopes, touched,
                    work, errors,
                )  # fmt: skip
            steps += 1
            share = 1.0 / (stop - done)
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
            done = stop
        return steps

    def add(
        starts, places, amounts, movers, targets, row, numbers, slopes, touched, work, errors
    ):  # fmt: skip
        """Add the slopes of one row; return its loss."""
        end = start
        for k in range(starts[row], starts[row + 1]):
            work[end] = places[k]
            work[end + 1] = amounts[k]
            end += 2
        forward(work, end, numbers)
        lost = 0.0
        for seat in range(outputs):
            player = order[movers[row], seat]
            wanted = targets[row, player] if player >= 0 else 0.0
            errors[seat] = work[at_out + seat] - wanted
            lost += errors[seat] * errors[seat]
            slopes[third_bias + seat] += errors[seat]
        # `errors` holds those of the outputs, then of the second and of the first layer.
        for i in range(second):
            active, slope = work[at_second + i], 0.0
            for j in range(outputs):
                slope += errors[j] * numbers[third_at + i * outputs + j]
                slopes[third_at + i * outputs + j] += active * errors[j]
            if active <= 0.0:
                slope *= leak
            errors[outputs + i] = slope
            slopes[second_bias + i] += slope
        for i in range(first):
            active, slope = work[at + i], 0.0
            row_at = second_at + i * second
            for j in range(second):
                slope += errors[outputs + j] * numbers[row_at + j]
            for j in range(second):
                slopes[row_at + j] += active * errors[outputs + j]
            if active <= 0.0:
                slope *= leak
            errors[outputs + second + i] = slope
            slopes[bias + i] += slope
        for k in range(start, end, 2):
            place, amount = int(work[k]), work[k + 1]
            touched[place] = 1
            row_at = place * first
            for j in range(first):
                slopes[row_at + j] += amount * errors[outputs + second + j]
        return lost

    def adjust(numbers, slopes, means, squares, begin, end, share, decay):
        for k in range(begin, end):
            slope = slopes[k] * share
            slopes[k] = 0.0
            mean = 0.9 * means[k] + 0.1 * slope
            square = 0.999 * squares[k] + 0.001 * slope * slope
            means[k] = mean
            squares[k] = square
            numbers[k] -= decay * mean / (square**0.5 + 1e-8)

    return learn
