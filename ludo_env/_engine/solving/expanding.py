"""Enumeration: every state that play can reach before a throw, with the program of its value.

States are numbered in the order in which they are found, and expanded in that order.
"""

from __future__ import annotations

from ludo_env._engine.family import Machine
from ludo_env._engine.rule import Hook
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.solving.notices import (
    DONE,
    EXPANDED,
    FINISHED,
    FULL,
    KNOWN,
    LONGEST,
    REASON,
    UNLIKE,
    WRITTEN,
)
from ludo_env._engine.solving.programs import program_loop
from ludo_env._engine.solving.state_table import hashing
from ludo_env._engine.solving.words import fingerprinting

EXPAND_ARRAYS = 19


def expand_loop(run: Hook, machine: Machine, codec: Codec) -> Hook:
    """expand(arrays.., budget, sizes.., checks): expand `budget` states, or until an array is full.

    With `checks` each state is expanded a second time: with the players exchanged if the codec
    exchanges them, and things that are alike in another order if it sorts them. The programs must
    be the same, which proves that such states have the same value.
    """
    unpack = codec.unpacking()
    unpack_other = codec.unpacking(turned=codec.turns, shuffled=codec.sorts)
    hash_of = hashing(codec.words)
    fingerprint, other_fingerprint = fingerprinting(0), fingerprinting(int(codec.turns))
    program = program_loop(run, machine, codec)

    def expand(
        records, streams, mask, notes, choices, row, listed, weights, frames, keys, table, code,
        offsets, chances, stack, work, notice, ended, ended_table,
        budget, states, slots, words, endings, ended_slots, checks,
    ):  # fmt: skip
        notice[REASON] = DONE
        left = budget
        while left > 0 and notice[EXPANDED] < notice[KNOWN]:
            left -= 1
            state, start = notice[EXPANDED], notice[WRITTEN]
            room = min(states - notice[KNOWN], (slots >> 1) - notice[KNOWN])
            room = min(room, endings - notice[FINISHED], (ended_slots >> 1) - notice[FINISHED])
            if room <= LONGEST or words - start <= 3 * LONGEST:
                notice[REASON] = FULL
                break
            unpack(records[0], keys, state, work, 0)
            stop = program(
                records, streams, mask, notes, choices, row, listed, weights, frames, keys, table,
                code, chances, work, notice, ended, ended_table, slots, ended_slots, start,
            )  # fmt: skip
            if notice[REASON] == DONE and checks:
                order = hash_of(keys, state) & 0x7FFFFFFF
                unpack_other(records[0], keys, state, work, order)
                known, finished = notice[KNOWN], notice[FINISHED]
                other = program(
                    records, streams, mask, notes, choices, row, listed, weights, frames, keys,
                    table, code, chances, work, notice, ended, ended_table, slots, ended_slots,
                    stop,
                )  # fmt: skip
                if notice[REASON] == DONE:
                    seen = fingerprint(code, start, stop, chances, stack)
                    again = other_fingerprint(code, stop, other, chances, stack)
                    new = known != notice[KNOWN] or finished != notice[FINISHED]
                    if seen != again or new:
                        notice[REASON] = UNLIKE
            if notice[REASON] != DONE:
                break
            notice[EXPANDED] = state + 1
            notice[WRITTEN] = stop
            offsets[state + 1] = stop

    return expand
