"""The inputs and the layers of a net for four-player Ludo, computed slowly with names and numpy.

Written from the page of the agent; it shares nothing with the library but the order of the inputs.
"""

from collections import Counter

import numpy as np

from oracle.appraisal_model import HOME, PLAYERS, RING, SAFE, hits, square_of

# Places of a piece: the yard (-1) to home.
PLACES = HOME + 2
FIELDS, KINDS, MARKS = 14, 5, 4


def inputs(pieces, seat, opened, sixes, left=0):
    """Return the inputs by index, from the seat in turn on; `left` is a die not yet played."""
    found = Counter()
    around = [(seat + arm) % PLAYERS for arm in range(PLAYERS)]
    if left:
        found[left - 1] = 1
    for arm, colour in enumerate(around):
        found[6 + arm] = sixes[colour] / 2
        found[10 + arm] = int(opened[colour])
    found[FIELDS + seat] = 1
    marks = FIELDS + PLAYERS
    places = marks + PLAYERS * MARKS
    exposures = places + PLAYERS * KINDS * PLACES
    for arm, colour in enumerate(around):
        shut, met = int(not opened[colour]), Counter()
        found[marks + arm * MARKS] = 1 - shut
        for place in pieces[colour]:
            kind = (shut, 2 + shut, 4, 4)[met[place]]
            met[place] += 1
            found[places + (arm * KINDS + kind) * PLACES + place + 1] += 1
            found[marks + arm * MARKS + 3] += way(place) / 4
    for arm, hunter in enumerate(around):
        missed = 1.0
        for other in range(1, PLAYERS):
            colour = around[(arm + other) % PLAYERS]
            for place in pieces[colour]:
                square = square_of(colour, place)
                if square is None or square in SAFE or pieces[colour].count(place) > 1:
                    continue
                target, chance = (square - 13 * hunter) % RING, 1.0
                for start in pieces[hunter]:
                    chance *= 1 - hits(start, target, opened[hunter])
                row = arm * (PLAYERS - 1) + other - 1
                found[exposures + row * PLACES + place + 1] += 1 - chance
                missed *= chance
        found[marks + arm * MARKS + 1 + int(not opened[hunter])] = 1 - missed
    return {index: amount for index, amount in found.items() if amount}


def way(place):
    """Return the share of the whole way that a piece has gone; being out counts a tenth."""
    if place == -1:
        return 0.0
    if place == HOME:
        return 1.0
    left = HOME if place == RING - 1 else HOME - place - (1 if place < RING else 0)
    return 0.1 + 0.9 * max(0.0, 1 - left / (HOME - 1))


def chances(row, layers, leak=0.1):
    """Return the chance of each seat, from the seat in turn on, for a dense row of inputs."""
    (first, bias), (second, second_bias), (third, third_bias) = layers
    hidden = leaky(row @ first + bias, leak)
    hidden = leaky(hidden @ second + second_bias, leak)
    power = np.exp(hidden @ third + third_bias)
    return power / power.sum()


def leaky(values, leak):
    """Return values above zero, and a fraction of those below."""
    return np.where(values > 0, values, leak * values)
