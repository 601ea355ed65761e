"""Values of any states, from the stored values of states before a throw; and optimal play."""

from __future__ import annotations

from ludo_env._engine.family import DECIDE, OVER, Machine
from ludo_env._engine.kernel import BEGIN, MARKED, PLAY, ROLL, SETTLE
from ludo_env._engine.rule import Hook
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.solving.state_table import finding_states
from ludo_env._engine.solving.ways import COUNT, KIND, LEVELS, NEXT, listing_ways
from ludo_env._engine.solving.words import LEAST, MEAN, MOST

JUDGE_ARRAYS = 19
# Records of the loops: one for each level, and that of the game that is played.
RECORDS = LEVELS + 2
_GAME = LEVELS + 1
# What is counted over games: twice the wins of the first player, games, and games that left the
# states that are known.
WON_TWICE, PLAYED, LOST = range(3)


def judge_loops(run: Hook, machine: Machine, codec: Codec) -> tuple[Hook, Hook]:
    """Return judge(arrays.., slots, states) and play(arrays.., slots, games).

    `judge` writes the value of each state for player 0 to `values_of`, and to `actions_of` its
    values after each legal action; -1 if a value is not known. `play` plays games in which both
    choose best, from the seeds.
    """
    reward = machine.reward
    enter, look_up = listing_ways(machine), finding_states(codec)

    def judge(
        records, streams, mask, notes, choices, row, listed, weights, frames, sums, keys, table,
        values, wanted, work, given, values_of, actions_of, seeds, slots, states,
    ):  # fmt: skip
        for at in range(states):
            records[0] = given[at]
            values_of[at] = explore(
                records, streams, mask, notes, choices, row, listed, weights, frames, sums, keys,
                table, values, wanted, work, actions_of, at, slots,
            )  # fmt: skip

    def play(
        records, streams, mask, notes, choices, row, listed, weights, frames, sums, keys, table,
        values, wanted, work, given, values_of, actions_of, seeds, slots, games,
    ):  # fmt: skip
        for game in range(games):
            s, stream = records[_GAME], streams[0]
            stream.key0 = seeds[game, 0]
            stream.key1 = seeds[game, 1]
            stream.drawn = 0
            status = run(s, stream, mask, notes, choices, row, BEGIN | SETTLE, 0)
            lost = False
            while status >> 16 > 0 and not lost:
                chosen = choices[0] | 0
                if status >> 16 > 1:
                    records[0] = s
                    found = explore(
                        records, streams, mask, notes, choices, row, listed, weights, frames, sums,
                        keys, table, values, wanted, work, actions_of, 0, slots,
                    )  # fmt: skip
                    lost = found < 0.0
                    best = best_of(frames[0], listed, actions_of)
                    chosen = listed[0, 0, best]
                    notes[chosen] = listed[0, 1, best]
                status = run(
                    s, stream, mask, notes, choices, row, PLAY | MARKED | SETTLE, chosen
                )  # fmt: skip
            values_of[PLAYED] += 1.0
            if lost:
                values_of[LOST] += 1.0
            else:
                values_of[WON_TWICE] += 2.0 * result_of(s, (status >> 8) & 255)

    def best_of(frame, listed, actions_of):
        """Return the place of the best action among those listed."""
        best = 0
        for k in range(1, frame[COUNT]):
            value, other = actions_of[0, listed[0, 0, k]], actions_of[0, listed[0, 0, best]]
            if (value > other) == (frame[KIND] == MOST) and value != other:
                best = k
        return best

    def explore(
        records, streams, mask, notes, choices, row, listed, weights, frames, sums, keys, table,
        values, wanted, work, actions_of, at, slots,
    ):  # fmt: skip
        """Return the value of the state in the first record; write those of its actions."""
        s = records[0]
        status = run(s, streams[0], mask, notes, choices, row, 0, 0)
        found = known(s, (status >> 8) & 255, keys, table, values, wanted, work, slots)
        if found >= 0.0:
            return found
        enter(s, status, choices, notes, listed, weights, frames[0], listed[0], weights[0], 0, 1)
        sums[0] = start_of(frames[0])
        level = 0
        while level >= 0:
            frame = frames[level]
            child = frame[NEXT]
            if child == frame[COUNT]:
                found = closed(frame, weights[level], sums[level])
                level -= 1
            else:
                frame[NEXT] = child + 1
                records[level + 1] = records[level]
                s = records[level + 1]
                chosen, what = listed[level, 0, child], ROLL
                if frame[KIND] != MEAN:
                    notes[chosen] = listed[level, 1, child]
                    what = PLAY | MARKED
                status = run(s, streams[0], mask, notes, choices, row, what, chosen)
                phase = (status >> 8) & 255
                found = known(s, phase, keys, table, values, wanted, work, slots)
                if found < 0.0:
                    # After an action, a state before a throw is one that is kept.
                    if level + 1 == LEVELS or (what != ROLL and phase < DECIDE):
                        return -1.0
                    level += 1
                    enter(
                        s, status, choices, notes, listed, weights, frames[level], listed[level],
                        weights[level], 0, 1,
                    )  # fmt: skip
                    sums[level] = start_of(frames[level])
                    continue
            if level >= 0:
                frame = frames[level]
                child = frame[NEXT] - 1
                if level == 0 and frame[KIND] != MEAN:
                    actions_of[at, listed[0, 0, child]] = found
                sums[level] = with_child(frame, weights[level, child], sums[level], found)
        return found

    def known(s, phase, keys, table, values, wanted, work, slots):
        """Return the value of a finished game or of a state that is kept; -1 for others."""
        if phase >= OVER:
            return result_of(s, phase)
        if phase >= DECIDE:
            return -1.0
        return look_up(s, keys, table, values, wanted, work, slots)

    def result_of(s, phase):
        won = 1
        if phase == OVER:
            won += int(reward(s, 0) > 0) - int(reward(s, 1) > 0)
        return won * 0.5

    return judge, play


def start_of(frame):
    """Return the start value of a sum, a maximum or a minimum."""
    if frame[KIND] == MEAN:
        return 0.0
    return 2.0 if frame[KIND] == LEAST else -1.0


def with_child(frame, weight, total, found):
    """Return the sum, maximum or minimum with one more value."""
    if frame[KIND] == MEAN:
        return total + weight * found
    if frame[KIND] == LEAST:
        return min(total, found)
    return max(total, found)


def closed(frame, weights, total):
    """Return the value of a chance event or a decision from the values of all its ways."""
    if frame[KIND] != MEAN:
        return total
    every = 0
    for k in range(frame[COUNT]):
        every += weights[k]
    return total / every
