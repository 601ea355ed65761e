"""The table in which states are found by their packed words during the enumeration."""

from __future__ import annotations

from ludo_env._engine.chance import mix
from ludo_env._engine.rule import Hook
from ludo_env._engine.solving.codec import Codec
from ludo_env._engine.solving.notices import FIELD, FINISHED, KNOWN, OUTSIDE, REASON
from ludo_env._engine.solving.words import leads_to


def keeping_states(codec: Codec) -> Hook:
    """number_of(s, keys, table, work, notice, slots): the word of a state, kept if it is new."""
    turns, pack, pack_turned = int(codec.turns), codec.packing(), codec.packing(turned=codec.turns)
    place_of = placing_keys(codec.words)

    def number_of(s, keys, table, work, notice, slots):
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
        state = place_of(keys, table, known, slots)
        if state == known:
            notice[KNOWN] = known + 1
        return leads_to(state, turned)

    return number_of


def counting_finished(codec: Codec) -> Hook:
    """count_finished(s, won, ended, ended_table, work, notice, slots): count it if it is new.

    Two finished games differ if their results do, or what varies in states before a throw: the
    places of the pieces, not the dice of the last throw.
    """
    turns, width = int(codec.turns), codec.words
    pack = codec.packing(finished=True)
    pack_turned = codec.packing(turned=codec.turns, finished=True)
    place_of = placing_keys(width + 1)

    def count_finished(s, won, ended, ended_table, work, notice, slots):
        known, wrong, result = notice[FINISHED], 0, won
        if turns and s.seat == 1:
            result = 2 - won
            wrong = pack_turned(s, ended, known, work)
        else:
            wrong = pack(s, ended, known, work)
        ended[known, width] = result
        if wrong:
            notice[REASON] = OUTSIDE
            notice[FIELD] = wrong
        elif place_of(ended, ended_table, known, slots) == known:
            notice[FINISHED] = known + 1

    return count_finished


def finding_states(codec: Codec) -> Hook:
    """value_of(s, keys, table, values, wanted, work, slots): the value for player 0; or -1."""
    turns, pack, pack_turned = int(codec.turns), codec.packing(), codec.packing(turned=codec.turns)
    width = codec.words
    hash_of = hashing(width)

    def value_of(s, keys, table, values, wanted, work, slots):
        turned, wrong = 0, 0
        if turns and s.seat == 1:
            turned = 1
            wrong = pack_turned(s, wanted, 0, work)
        else:
            wrong = pack(s, wanted, 0, work)
        if wrong:
            return -1.0
        slot = hash_of(wanted, 0) & (slots - 1)
        while True:
            state = table[slot] | 0
            if state == 0:
                return -1.0
            same = True
            for word in range(width):
                same = same and keys[state - 1, word] == wanted[0, word]
            if same:
                value = values[state - 1]
                return 1.0 - value if turned else value
            slot = (slot + 1) & (slots - 1)

    return value_of


def placing_keys(width: int) -> Hook:
    """place_of(keys, table, known, slots): the first row that is equal to the row after the last.

    If no row before it is equal, it is that row itself, which is then in the table.
    """
    hash_of = hashing(width)

    def place_of(keys, table, known, slots):
        slot = hash_of(keys, known) & (slots - 1)
        while True:
            state = table[slot] | 0
            if state == 0:
                table[slot] = known + 1
                return known
            if is_same(keys, state - 1, known):
                return state - 1
            slot = (slot + 1) & (slots - 1)

    def is_same(keys, one, other):
        same = True
        for word in range(width):
            same = same and keys[one, word] == keys[other, word]
        return same

    return place_of


def hashing(width: int) -> Hook:
    """hash_of(keys, state): a hash of 32 bits of a state of `width` words."""

    def hash_of(keys, state):
        found = 0
        for word in range(width):
            part = keys[state, word]
            found = mix((part ^ found) & 0xFFFFFFFF)
            found = mix(((part >> 32) + found) & 0xFFFFFFFF)
        return found

    return hash_of
