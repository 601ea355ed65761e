"""The program of a state: what can follow it up to the next throws, decision by decision.

Throws of several dice and several decisions of a turn are followed inside the program of one state.
"""

from __future__ import annotations

from ludo_env._engine.family import DECIDE, OVER, Machine
from ludo_env._engine.kernel import MARKED, PLAY, ROLL
from ludo_env._engine.rule import Hook
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.solving.combining import chance_of, distinct
from ludo_env._engine.solving.notices import DONE, ENDLESS, LONGEST, REASON, TOO_LONG
from ludo_env._engine.solving.state_table import counting_finished, keeping_states
from ludo_env._engine.solving.ways import (
    COUNT,
    KIND,
    LEVELS,
    NEXT,
    OUTCOMES,
    SEAT,
    START,
    listing_ways,
)
from ludo_env._engine.solving.words import MEAN, RESULT, operation

# The most outcomes of throws in a row; two dice have 36.
_FAN = 36


def program_loop(run: Hook, machine: Machine, codec: Codec) -> Hook:
    """program(arrays.., slots, ended_slots, start) -> where the program of the first record ends.

    States that follow are kept, and finished games counted, if they are new.
    """
    reward, enter = machine.reward, listing_ways(machine)
    number_of, count_finished = keeping_states(codec), counting_finished(codec)

    def program(
        records, streams, mask, notes, choices, row, listed, weights, frames, keys, table, code,
        chances, work, notice, ended, ended_table, slots, ended_slots, start,
    ):  # fmt: skip
        at, level = start, 0
        s = records[0]
        status = run(s, streams[0], mask, notes, choices, row, 0, 0)
        enter(s, status, choices, notes, listed, weights, frames[0], listed[0], weights[0], at, 1)
        while level >= 0:
            frame = frames[level]
            count, child = frame[COUNT], frame[NEXT]
            if count == 0:
                notice[REASON] = ENDLESS
                return at
            if child == count:
                at = combine(frame, weights[level], code, at, chances, notice)
                if notice[REASON] != DONE:
                    return at
                level -= 1
                continue
            frame[NEXT] = child + 1
            records[level + 1] = records[level]
            s = records[level + 1]
            chosen = listed[level, 0, child]
            if frame[KIND] == MEAN:
                status = run(s, streams[0], mask, notes, choices, row, ROLL, chosen)
            else:
                notes[chosen] = listed[level, 1, child]
                status = run(s, streams[0], mask, notes, choices, row, PLAY | MARKED, chosen)
            phase = (status >> 8) & 255
            if phase >= OVER:
                won = 1
                if phase == OVER:
                    won += int(reward(s, 0) > 0) - int(reward(s, 1) > 0)
                count_finished(s, won, ended, ended_table, work, notice, ended_slots)
                if notice[REASON] != DONE:
                    return at
                code[at] = operation(RESULT, won)
                at += 1
            elif is_inside(s, phase, frame, level):
                outcomes = frame[OUTCOMES] * frame[COUNT] if frame[KIND] == MEAN else 1
                level += 1
                enter(
                    s, status, choices, notes, listed, weights, frames[level], listed[level],
                    weights[level], at, outcomes,
                )  # fmt: skip
            else:
                number = number_of(s, keys, table, work, notice, slots)
                if notice[REASON] != DONE:
                    return at
                code[at] = number
                at += 1
            if at - start >= LONGEST:
                notice[REASON] = TOO_LONG
                return at
        return at

    def is_inside(s, phase, frame, level):
        """Return whether what follows is part of the same program, not a state of its own."""
        if level + 1 >= LEVELS:
            return False
        if phase == DECIDE:
            return True
        thrown = frame[OUTCOMES] * frame[COUNT]
        return frame[KIND] == MEAN and s.seat == frame[SEAT] and thrown * s.sides <= _FAN

    def combine(frame, weights, code, at, chances, notice):
        """Close a chance event or a decision: write the operation over its values."""
        start, count = frame[START], frame[COUNT]
        if frame[KIND] == MEAN:
            if count > 1:
                code[at] = operation(MEAN, chance_of(weights, count, chances, notice))
                at += 1
            return at
        if at - start == count:
            at = start + distinct(code, start, count)
            count = at - start
        if count > 1:
            code[at] = operation(frame[KIND], count)
            at += 1
        return at

    return program
