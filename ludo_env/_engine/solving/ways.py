"""What can happen in a state, listed: outcomes of a throw with their weights, or actions."""

from __future__ import annotations

from ludo_env._engine.family import DECIDE, Machine
from ludo_env._engine.rule import Hook
from ludo_env._engine.solving.words import LEAST, MEAN, MOST

# The most chance events and decisions in a row before a state that is kept.
LEVELS = 8
# What a frame holds: the chance event or decision at a level.
KIND, COUNT, NEXT, OUTCOMES, SEAT, START = range(6)
FRAME = 6


def listing_ways(machine: Machine) -> Hook:
    """Return enter(s, status, choices, notes, listed, weights, frame, ..): list them in a frame."""
    stands, shows = machine.stands, machine.shows

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
            frame[KIND] = MOST if s.seat == 0 else LEAST
        else:
            frame[KIND] = MEAN
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
        frame[COUNT] = count
        frame[NEXT] = 0
        frame[OUTCOMES] = outcomes
        frame[SEAT] = s.seat
        frame[START] = at

    return enter
