"""Sweeps: bounds of the values of all states, tightened in place until they meet.

Each state has a lower and an upper bound, at its place in the order of the sweeps: so those of the
states that follow are near in memory. Working them out again from those of the states that
follow can only tighten them, in any order, and they hold after every single step. Every result is
rounded outwards by more than the error of its arithmetic, so the bounds hold for the exact values.
"""

from __future__ import annotations

from ludo_env._engine.solving.words import (
    ARGUMENT,
    LARGEST,
    LEAST,
    MEAN,
    OPERATION,
    RESULT,
    STATE,
    kind_of,
    tag_of,
)

SWEEP_ARRAYS = 10
# What the numbers in `notice` are, and those in `seen`.
LAYER, AT, ROUNDS, UPDATES = range(4)
GAP, MOVED, LAST_GAP = range(3)
# The relative error of one operation on numbers of 64 bits.
_ERROR = 2.0**-53
# Bounds that move less than this in a whole sweep are as tight as they get.
_STILL = 1e-17


def sweep(
    code, offsets, order, starts, values, chances, lows, highs, notice, seen,
    layers, budget, goal,
):  # fmt: skip
    """Go on sweeping, layer by layer, for so many states; LAYER is then the layer at work.

    A layer is finished when all its gaps are at most `goal`, or its bounds move no more.
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
            state = order[place] | 0
            first, last = offsets[state], offsets[state + 1]
            low, high = bounds(code, first, last, values, chances, lows, highs)
            if alone:
                again = leads_to_itself(code, first, last, place)
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


def bounds(code, first, last, values, chances, lows, highs):
    """Return the bounds of a state from those of the states that follow, rounded outwards."""
    top = 0
    for at in range(first, last):
        word = code[at] | 0
        tag = tag_of(word)
        if tag < OPERATION:
            state = word & LARGEST
            if tag == STATE:
                lows[top] = values[state, 0]
                highs[top] = values[state, 1]
            else:
                lows[top] = 1.0 - values[state, 1]
                highs[top] = 1.0 - values[state, 0]
            top += 1
            continue
        kind, argument = kind_of(word), word & ARGUMENT
        if kind == RESULT:
            lows[top] = highs[top] = argument * 0.5
            top += 1
            continue
        count = argument
        if kind == MEAN:
            count = chances[argument, 0] | 0
            top -= count
            low, high, total = 0.0, 0.0, 0.0
            for k in range(count):
                weight = chances[argument, 1 + k] * 1.0
                low += weight * lows[top + k]
                high += weight * highs[top + k]
                total += weight
            error = (count + 4) * _ERROR
            low = low / total * (1.0 - error)
            high = high / total * (1.0 + error)
        else:
            top -= count
            low, high = lows[top], highs[top]
            for k in range(top + 1, top + count):
                if (lows[k] < low) == (kind == LEAST):
                    low = lows[k]
                if (highs[k] < high) == (kind == LEAST):
                    high = highs[k]
        lows[top] = low
        highs[top] = high
        top += 1
    return lows[0] * (1.0 - 2 * _ERROR), highs[0] * (1.0 + 2 * _ERROR)


def leads_to_itself(code, first, last, state):
    """Return whether a state can follow itself."""
    for at in range(first, last):
        word = code[at] | 0
        if tag_of(word) < OPERATION and word & LARGEST == state:
            return True
    return False
