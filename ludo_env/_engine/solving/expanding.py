"""Enumeration: every state that play can reach before a throw, with the program of its value.

States are numbered in the order in which they are found, and expanded in that order. Throws of
several dice and several decisions of a turn are followed inside the program of one state.
"""

from __future__ import annotations

from ludo_env._engine.chance import mix
from ludo_env._engine.family import DECIDE, OVER, Machine
from ludo_env._engine.kernel import MARKED, PLAY, ROLL
from ludo_env._engine.rule import Hook
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.solving.words import (
    LEAST,
    MEAN,
    MOST,
    RESULT,
    fingerprinting,
    leads_to,
    operation,
)

# Chance events and decisions that follow each other inside a program.
LEVELS = 8
# Outcomes of throws that follow each other; two dice have 36.
_FAN = 36
# Words of the longest program, and kinds of distributions.
LONGEST = 1 << 14
CHANCES = 256
EXPAND_ARRAYS = 17
# Why a call ends, and the numbers that it leaves in `notice`.
DONE, FULL, OUTSIDE, UNLIKE, TOO_LONG, ENDLESS = range(6)
EXPANDED, KNOWN, WRITTEN, CHANCE_KINDS, REASON, FIELD = range(6)
# What a frame holds: the chance event or decision at a level of the program.
_KIND, _COUNT, _NEXT, _OUTCOMES, _SEAT, _START = range(6)
FRAME = 6


def expand_loop(run: Hook, machine: Machine, codec: Codec) -> Hook:
    """expand(arrays.., budget, states, slots, words, checks): expand states until a room is full.

    With `checks` each state is expanded a second time: with the players exchanged if the codec
    exchanges them, and things that are alike in another order if it sorts them. The programs must
    be the same, which proves that such states have the same value.
    """
    stands, shows, reward = machine.stands, machine.shows, machine.reward
    width, turns = codec.words, int(codec.turns)
    pack, pack_turned = codec.packing(), codec.packing(turned=codec.turns)
    unpack = codec.unpacking()
    unpack_other = codec.unpacking(turned=codec.turns, shuffled=codec.sorts)
    hash_of = hashing(width)
    fingerprint, other_fingerprint = fingerprinting(0), fingerprinting(turns)

    def expand(
        records, streams, mask, notes, choices, row, listed, weights, frames, keys, table, code,
        offsets, chances, stack, work, notice,
        budget, states, slots, words, checks,
    ):  # fmt: skip
        notice[REASON] = DONE
        left = budget
        while left > 0 and notice[EXPANDED] < notice[KNOWN]:
            left -= 1
            state, start = notice[EXPANDED], notice[WRITTEN]
            room = min(states - notice[KNOWN], (slots >> 1) - notice[KNOWN])
            if room <= LONGEST or words - start <= 3 * LONGEST:
                notice[REASON] = FULL
                break
            unpack(records[0], keys, state, work, 0)
            stop = program(
                records, streams, mask, notes, choices, row, listed, weights, frames, keys, table,
                code, chances, work, notice, slots, start,
            )  # fmt: skip
            if notice[REASON] == DONE and checks:
                order = hash_of(keys, state) & 0x7FFFFFFF
                unpack_other(records[0], keys, state, work, order)
                known = notice[KNOWN]
                other = program(
                    records, streams, mask, notes, choices, row, listed, weights, frames, keys,
                    table, code, chances, work, notice, slots, stop,
                )  # fmt: skip
                if notice[REASON] == DONE:
                    seen = fingerprint(code, start, stop, chances, stack)
                    again = other_fingerprint(code, stop, other, chances, stack)
                    if seen != again or known != notice[KNOWN]:
                        notice[REASON] = UNLIKE
            if notice[REASON] != DONE:
                break
            notice[EXPANDED] = state + 1
            notice[WRITTEN] = stop
            offsets[state + 1] = stop

    def program(
        records, streams, mask, notes, choices, row, listed, weights, frames, keys, table, code,
        chances, work, notice, slots, start,
    ):  # fmt: skip
        """Write the program of the state in the first record; return where it ends."""
        at, level = start, 0
        s = records[0]
        status = run(s, streams[0], mask, notes, choices, row, 0, 0)
        enter(s, status, choices, notes, listed, weights, frames[0], listed[0], weights[0], at, 1)
        while level >= 0:
            frame = frames[level]
            count, child = frame[_COUNT], frame[_NEXT]
            if count == 0:
                notice[REASON] = ENDLESS
                return at
            if child == count:
                at = combine(frame, weights[level], code, at, chances, notice)
                if notice[REASON] != DONE:
                    return at
                level -= 1
                continue
            frame[_NEXT] = child + 1
            records[level + 1] = records[level]
            s = records[level + 1]
            chosen = listed[level, 0, child]
            if frame[_KIND] == MEAN:
                status = run(s, streams[0], mask, notes, choices, row, ROLL, chosen)
            else:
                notes[chosen] = listed[level, 1, child]
                status = run(s, streams[0], mask, notes, choices, row, PLAY | MARKED, chosen)
            phase = (status >> 8) & 255
            if phase >= OVER:
                won = 1
                if phase == OVER:
                    won += int(reward(s, 0) > 0) - int(reward(s, 1) > 0)
                code[at] = operation(RESULT, won)
                at += 1
            elif is_inside(s, phase, frame, level):
                outcomes = frame[_OUTCOMES] * frame[_COUNT] if frame[_KIND] == MEAN else 1
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
        """Whether what follows is part of the same program, and no state of its own."""
        if level + 1 >= LEVELS:
            return False
        if phase == DECIDE:
            return True
        thrown = frame[_OUTCOMES] * frame[_COUNT]
        return frame[_KIND] == MEAN and s.seat == frame[_SEAT] and thrown * s.sides <= _FAN

    def enter(
        s, status, choices, notes, listed, weights, frame, own_list, own_weights, at, outcomes
    ):
        """List what can happen in a state: outcomes with their weights, or actions."""
        count = 0
        if (status >> 8) & 255 == DECIDE:
            count = status >> 16
            for k in range(count):
                own_list[0, k] = choices[k]
                own_list[1, k] = notes[choices[k]]
            frame[_KIND] = MOST if s.seat == 0 else LEAST
        else:
            frame[_KIND] = MEAN
            for outcome in range(s.sides):
                if stands(s, outcome):
                    shown, k = shows(s, outcome), 0
                    while k < count and own_list[1, k] != shown:
                        k += 1
                    if k == count:
                        count += 1
                        own_list[0, k] = outcome
                        own_list[1, k] = shown
                        own_weights[k] = 0
                    own_weights[k] += 1
        frame[_COUNT] = count
        frame[_NEXT] = 0
        frame[_OUTCOMES] = outcomes
        frame[_SEAT] = s.seat
        frame[_START] = at

    def combine(frame, weights, code, at, chances, notice):
        """Close a chance event or a decision: write the operation over its values."""
        start, count = frame[_START], frame[_COUNT]
        if frame[_KIND] == MEAN:
            if count > 1:
                code[at] = operation(MEAN, chance_of(weights, count, chances, notice))
                at += 1
            return at
        if at - start == count:
            at = start + distinct(code, start, count)
            count = at - start
        if count > 1:
            code[at] = operation(frame[_KIND], count)
            at += 1
        return at

    def distinct(code, start, count):
        """Sort words and keep one of each; return how many there are."""
        kept = 0
        for at in range(start, start + count):
            word, place = code[at], start + kept
            while place > start and code[place - 1] > word:
                place -= 1
            if place > start and code[place - 1] == word:
                continue
            for moved in range(start + kept, place, -1):
                code[moved] = code[moved - 1]
            code[place] = word
            kept += 1
        return kept

    def chance_of(weights, count, chances, notice):
        """Return the number of a distribution, which is kept if it is new."""
        kinds = notice[CHANCE_KINDS]
        for kind in range(kinds):
            if chances[kind, 0] == count:
                same = True
                for k in range(count):
                    same = same and chances[kind, 1 + k] == weights[k]
                if same:
                    return kind
        if kinds == CHANCES:
            notice[REASON] = TOO_LONG
            return 0
        chances[kinds, 0] = count
        for k in range(count):
            chances[kinds, 1 + k] = weights[k]
        notice[CHANCE_KINDS] = kinds + 1
        return kinds

    def number_of(s, keys, table, work, notice, slots):
        """Return the word of a state, which is kept if it is new."""
        known, turned, wrong = notice[KNOWN], 0, 0
        if turns and s.seat == 1:
            turned = 1
            wrong = pack_turned(s, keys, known, work)
        else:
            wrong = pack(s, keys, known, work)
        if wrong:
            notice[REASON] = OUTSIDE
            notice[FIELD] = wrong
            return 0
        slot = hash_of(keys, known) & (slots - 1)
        while True:
            state = table[slot] | 0
            if state == 0:
                table[slot] = known + 1
                notice[KNOWN] = known + 1
                return leads_to(known, turned)
            if is_same(keys, state - 1, known):
                return leads_to(state - 1, turned)
            slot = (slot + 1) & (slots - 1)

    def is_same(keys, one, other):
        same = True
        for word in range(width):
            same = same and keys[one, word] == keys[other, word]
        return same

    return expand


def hashing(width: int) -> Hook:
    """hash_of(keys, state): a hash of 32 bits of a state of so many words."""

    def hash_of(keys, state):
        found = 0
        for word in range(width):
            part = keys[state, word]
            found = mix((part ^ found) & 0xFFFFFFFF)
            found = mix(((part >> 32) + found) & 0xFFFFFFFF)
        return found

    return hash_of
