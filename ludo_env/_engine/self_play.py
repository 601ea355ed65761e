"""Self-play of a network: games one after another, as rows that the network can learn from.

A row is a state after an action, where chance is pending (or dice are left): the inputs of the
network there, and the target of each player's chance to win. With `look`, every outcome of chance
is answered by the best reply, and their mean is the target, which does not depend on the luck of
the next throw. `trace` (the lambda of TD(lambda)) passes later results back to earlier rows, less
the difference between what the actual throw was worth and its mean. With `fade`, a target moves
towards an even chance with each decision, so that an early win is worth more than a late one.

Rows are written in groups. With `siblings`, actions that were not played are rows as well: a group
is what one decision can lead to, and the action that was played is its last row. Of many actions
only some are taken, spread over the list; else most rows would be states that no game continued.

With a rival, the network plays the first side and learns its best response: all other sides play
what the rival values most.
"""

from __future__ import annotations

from ludo_env._engine.chance import draw
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.kernel import BEGIN, MARKED, PLAY, ROLL, SETTLE
from ludo_env._engine.network import Network
from ludo_env._engine.outlook import reply_loop
from ludo_env._engine.rule import Hook
from ludo_env._engine.valuation import Valuation

# Number of arrays of the loop, and of its states and streams. The states: the one that is reached,
# one for an outcome of chance, the best reply to it, a spare one, the next one, the decision that
# it comes from, and an action that was not played.
PLAY_ARRAYS = 24
PLAY_STATES = 7
PLAY_STREAMS = 2
HERE, MET, BEST, SPARE, NEXT, DECIDED, ASIDE = range(PLAY_STATES)
# `explore` counts decisions in a million.
MILLION = 1_000_000
# About this many actions that were not played become rows.
SPREAD = 4


def self_play_loop(
    run: Hook, network: Network, reward: Hook, players: int, rival: Valuation | None = None
) -> Hook:
    """play(arrays.., rows, look, siblings, explore, trace, fade) -> games: write `rows` rows.

    The first state is that of a running game, or one with phase OVER, which begins a new one. The
    dice are drawn from the first stream, the actions that explore from the second one.
    """
    inputs, valuation = network.inputs, network.valuation
    encode, appraise = inputs.encode, valuation.appraise
    order, side, seats, first = inputs.order, inputs.side, inputs.seats, inputs.first
    outputs = network.at + network.shape.first + network.shape.second
    alone, learner = rival is None, side[0]

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

    def note_nothing(s, work, sums):
        """Write nothing: the values of a rival are not chances to win."""

    reply = reply_loop(run, valuation, note)
    answer = reply if rival is None else reply_loop(run, rival, note_nothing)

    def play(
        states, streams, mask, notes, choices, kept, listed, work, numbers, rival_work,
        rival_numbers,
        starts, places, amounts, movers, groups, deciders, means, nexts, links, worths, targets,
        sums, counts,
        rows, look, siblings, explore, trace, fade,
    ):  # fmt: skip
        dice, will = streams[0], streams[1]
        games, row, group = 0, 0, 0
        decider = -1  # the player who decided between the rows of the group
        groups[0], starts[0] = 0, 0
        while row < rows:
            if states[HERE].phase >= OVER:
                run(states[HERE], dice, mask, notes, choices, work, BEGIN, 0)
            write(states[HERE], work, starts, places, amounts, movers, row)
            # What follows: all outcomes, or only the one that is thrown.
            waits = states[HERE].phase < DECIDE
            thrown = draw(dice, states[HERE].sides) if waits else 0
            action = follow(
                states, dice, mask, notes, choices, kept, work, numbers, rival_work, rival_numbers,
                sums, means, nexts, HERE, row, thrown, look,
            )  # fmt: skip
            deciders[group] = decider
            for at in range(groups[group], row + 1):
                worths[at] = worth(means, at, decider)
            group += 1
            groups[group] = row + 1
            # The next decision: an action may be drawn, and the others may be rows.
            explored, decider, actions = False, -1, 0
            if action >= 0 and learns(states[DECIDED]):
                actions = survey(states, dice, mask, notes, choices, listed, work)
            if actions > 1 and draw(will, MILLION) < explore:
                other = draw(will, actions)
                explored = listed[0, other] != action
                action = listed[0, other]
                take(states, dice, mask, notes, choices, listed, work, other, NEXT)
            main, over = row, states[NEXT].phase >= OVER
            step = (actions + SPREAD - 1) // SPREAD
            if siblings and actions > 1 and not over and row + SPREAD + 1 < rows:
                decider = states[DECIDED].seat
                for other in range(row % step, actions, step):
                    if listed[0, other] == action:
                        continue
                    take(states, dice, mask, notes, choices, listed, work, other, ASIDE)
                    if states[ASIDE].phase < OVER:
                        row += 1
                        links[row] = -1
                        write(states[ASIDE], work, starts, places, amounts, movers, row)
                        follow(
                            states, dice, mask, notes, choices, kept, work, numbers, rival_work,
                            rival_numbers, sums, means, nexts, ASIDE, row, -1, True,
                        )  # fmt: skip
            row += 1
            links[main] = -1 if explored or over or row >= rows else row
            states[HERE] = states[NEXT]
            games += over
        counts[0], counts[1] = games, group
        # Backwards: the mean of what follows, and the later results.
        for back in range(rows):
            row = rows - 1 - back
            link = links[row]
            for player in range(players):
                target = means[row, player]
                if link >= 0:
                    target += trace * (targets[link, player] - nexts[row, player])
                targets[row, player] = target + fade * (1.0 / players - target)
        return games

    def write(s, work, starts, places, amounts, movers, row):
        """Write the inputs of a row."""
        pairs = starts[row]
        for k in range(first, encode(s, work), 2):
            places[pairs] = int(work[k])
            amounts[pairs] = work[k + 1]
            pairs += 1
        starts[row + 1] = pairs
        movers[row] = s.seat

    def follow(
        states, dice, mask, notes, choices, kept, work, numbers, rival_work, rival_numbers,
        sums, means, nexts, at, row, thrown, look,
    ):  # fmt: skip
        """Write what follows a row; return the best action after the throw, if any.

        The state after the throw (if not -1) is put at DECIDED, that after the best reply at NEXT.
        """
        for player in range(players):
            means[row, player] = 0.0
        waits = states[at].phase < DECIDE
        outcomes = states[at].sides if waits else 1
        found, looked = -1, outcomes if look else 1
        for number in range(looked):
            outcome = number if look else thrown
            states[MET] = states[at]
            if waits:
                run(states[MET], dice, mask, notes, choices, work, ROLL | SETTLE, outcome)
            reached, action, noted = MET, -1, False
            if states[MET].phase == DECIDE:
                reached, noted = BEST, learns(states[MET])
                if noted:
                    action = reply(
                        states, dice, mask, notes, choices, kept, work, numbers, sums,
                        MET, BEST, SPARE,
                    )  # fmt: skip
                else:
                    action = answer(
                        states, dice, mask, notes, choices, kept, rival_work, rival_numbers, sums,
                        MET, BEST, SPARE,
                    )  # fmt: skip
            if not noted:
                appraise(states[reached], work, numbers)
                note(states[reached], work, sums)
            for player in range(players):
                means[row, player] += sums[player] / looked
            if outcome == thrown:
                found = action
                states[DECIDED] = states[MET]
                states[NEXT] = states[reached]
                for player in range(players):
                    nexts[row, player] = sums[player]
        return found

    def learns(s):
        """Return whether the network decides."""
        return alone or side[s.seat] == learner

    def survey(states, dice, mask, notes, choices, listed, work):
        """List the actions of a decision, with what the kernel notes on each; return how many."""
        states[SPARE] = states[DECIDED]
        actions = run(states[SPARE], dice, mask, notes, choices, work, 0, 0) >> 16
        for k in range(actions):
            listed[0, k] = choices[k]
            listed[1, k] = notes[choices[k]]
        return actions

    def take(states, dice, mask, notes, choices, listed, work, k, to):
        """Put the state after a listed action at a place."""
        action = listed[0, k]
        states[to] = states[DECIDED]
        notes[action] = listed[1, k]
        run(states[to], dice, mask, notes, choices, work, PLAY | MARKED, action)

    def worth(means, row, decider):
        """Return the value of a row to the side of a player; 0 without a player."""
        total = 0.0
        for player in range(players):
            if decider >= 0 and side[player] == side[decider]:
                total += means[row, player]
        return total

    return play
