"""Sweeps: bounds of the values of all states, tightened in place until they meet.

Each state has a lower and an upper bound, at its place in the order of the sweeps, so those of the
states that follow are near in memory. Computing bounds again from those of the states that follow
can only tighten them, in any order, and they hold after every single step. Every result is rounded
outwards by more than the error of its arithmetic, so the bounds hold for the exact values. An
action whose bounds show that another one is better is removed from the program for good.
"""

from __future__ import annotations

from ludo_env._engine.solving.notices import LONGEST
from ludo_env._engine.solving.words import (
    ARGUMENT,
    LARGEST,
    LEAST,
    MEAN,
    OPERATION,
    RESULT,
    STATE,
    kind_of,
    operation,
    tag_of,
)

SWEEP_ARRAYS = 11
# The places of the numbers in `notice`, and of those in `seen`.
LAYER, AT, ROUNDS, UPDATES = range(4)
GAP, MOVED, LAST_GAP = range(3)
# The relative error of one operation on numbers of 64 bits.
_ERROR = 2.0**-53
# Bounds that move less than this in a whole sweep are as tight as they get.
_STILL = 1e-17


def sweep(
    code, offsets, lengths, starts, values, chances, lows, highs, begins, notice, seen,
    layers, budget, goal,
):  # fmt: skip
    """Continue sweeping, layer by layer, for `budget` states; LAYER is then the current layer.

    A layer is finished when all its gaps are at most `goal`, or its bounds no longer move.
    """
    left = budget
    while left > 0 and notice[LAYER] < layers:
        layer = notice[LAYER]
        start, end, at = starts[layer] | 0, starts[layer + 1] | 0, notice[AT]
        alone = end - start == 1
        stop = min(end - start, at + left)
        left -= stop - at
        notice[UPDATES] += stop - at
        gap, moved = seen[GAP], seen[MOVED]
        again = not alone
        for place in range(start + at, start + stop):
            first, length = offsets[place], lengths[place] | 0
            low, high, kept = bounds(
                code, first, length, values, chances, lows, highs, begins,
            )  # fmt: skip
            if kept < length:
                lengths[place] = kept
            if alone:
                again = leads_to_itself(code, first, first + kept, place)
            if low > values[place, 0]:
                moved = max(moved, low - values[place, 0])
                values[place, 0] = low
            if high < values[place, 1]:
                moved = max(moved, values[place, 1] - high)
                values[place, 1] = high
            gap = max(gap, values[place, 1] - values[place, 0])
        notice[AT], seen[GAP], seen[MOVED] = stop, gap, moved
        if stop == end - start:
            notice[AT], seen[GAP], seen[MOVED] = 0, 0.0, 0.0
            seen[LAST_GAP] = gap
            notice[ROUNDS] += 1
            if not again or gap <= goal or moved <= _STILL:
                notice[LAYER] += 1
                notice[ROUNDS] = 0


def bounds(code, first, length, values, chances, lows, highs, begins):
    """Return the bounds of a state from those of the states that follow, rounded outwards.

    Actions that cannot be best are removed from the program; the third number is its new length.
    """
    top, end = 0, first
    for at in range(first, first + length):
        word = code[at] | 0
        tag, kind, argument = tag_of(word), kind_of(word), word & ARGUMENT
        if tag < OPERATION:
            state = word & LARGEST
            if tag == STATE:
                lows[top] = values[state, 0]
                highs[top] = values[state, 1]
            else:
                lows[top] = 1.0 - values[state, 1]
                highs[top] = 1.0 - values[state, 0]
            begins[top] = end
        elif kind == RESULT:
            lows[top] = highs[top] = argument * 0.5
            begins[top] = end
        elif kind == MEAN:
            top -= chances[argument, 0] | 0
            mean(chances, argument, lows, highs, top)
        else:
            top -= argument
            best(lows, highs, top, argument, kind)
            kept = 0
            begins[top + argument] = end
            end = begins[top]
            for k in range(top, top + argument):
                worse = lows[k] > highs[LONGEST] if kind == LEAST else highs[k] < lows[LONGEST]
                if not worse:
                    end = moved_to(code, end, begins[k], begins[k + 1])
                    kept += 1
            lows[top] = lows[LONGEST]
            highs[top] = highs[LONGEST]
            top += 1
            if kept > 1:
                if kept < argument or end < at:
                    code[end] = operation(kind, kept)
                end += 1
            continue
        if end < at:
            code[end] = word
        end += 1
        top += 1
    return lows[0] * (1.0 - 2 * _ERROR), highs[0] * (1.0 + 2 * _ERROR), end - first


def mean(chances, kind, lows, highs, top):
    """Replace the bounds from `top` on by those of their mean."""
    count = chances[kind, 0] | 0
    low, high, total = 0.0, 0.0, 0.0
    for k in range(count):
        weight = chances[kind, 1 + k] * 1.0
        low += weight * lows[top + k]
        high += weight * highs[top + k]
        total += weight
    error = (count + 4) * _ERROR
    lows[top] = low / total * (1.0 - error)
    highs[top] = high / total * (1.0 + error)


def best(lows, highs, top, count, kind):
    """Write the best of the bounds from `top` on behind the last ones."""
    low, high = lows[top], highs[top]
    for k in range(top + 1, top + count):
        if (lows[k] < low) == (kind == LEAST):
            low = lows[k]
        if (highs[k] < high) == (kind == LEAST):
            high = highs[k]
    lows[LONGEST] = low
    highs[LONGEST] = high


def moved_to(code, end, start, stop):
    """Move words to an earlier place; return where they end there."""
    if end == start:
        return stop
    for at in range(start, stop):
        code[end] = code[at]
        end += 1
    return end


def leads_to_itself(code, first, last, state):
    """Return whether a state can follow itself."""
    for at in range(first, last):
        word = code[at] | 0
        if tag_of(word) < OPERATION and word & LARGEST == state:
            return True
    return False
