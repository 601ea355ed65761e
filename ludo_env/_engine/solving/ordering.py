"""The order of the sweeps: layers that play cannot go back to, the last ones of a game first.

A layer is a strongly connected component of the states (Tarjan's algorithm, without recursion).
Within a layer a state comes after most of those that it leads to.
"""

from __future__ import annotations

from ludo_env._engine.solving.words import LARGEST, OPERATION, leads_to, tag_of

ORDER_ARRAYS = 10
REORDER_ARRAYS = 7
# The places of the numbers in `notice`.
DEPTH, MET, FINISHED, LAYERS, OPEN = range(5)


def order_states(
    code, offsets, numbers, lows, layers, finished, path, places, open_states, notice, budget
):  # fmt: skip
    """Continue a search from state 0, for `budget` steps; it has ended when DEPTH is 0.

    `finished` lists the states as the search leaves them, `layers` has the layer of each state.
    """
    if notice[MET] == 0:
        meet(0, offsets, numbers, lows, path, places, open_states, notice)
    left = budget
    while left > 0 and notice[DEPTH] > 0:
        left -= 1
        depth = notice[DEPTH] - 1
        state = path[depth] | 0
        at, end, entered = places[depth], offsets[state + 1], False
        while at < end and not entered:
            word = code[at] | 0
            at += 1
            if tag_of(word) < OPERATION:
                following = word & LARGEST
                if numbers[following] == 0:
                    places[depth] = at
                    meet(following, offsets, numbers, lows, path, places, open_states, notice)
                    entered = True
                elif layers[following] == 0 and numbers[following] < lows[state]:
                    lows[state] = numbers[following]
        if not entered:
            leave(state, depth, numbers, lows, layers, finished, path, open_states, notice)


def reorder(code, offsets, order, places, new_code, new_offsets, lengths, start, stop):
    """Copy programs into the order of the sweeps, in which states are named by their places."""
    for place in range(start, stop):
        state, end = order[place] | 0, new_offsets[place]
        for at in range(offsets[state], offsets[state + 1]):
            word = code[at] | 0
            tag = tag_of(word)
            if tag < OPERATION:
                word = leads_to(places[word & LARGEST] | 0, tag)
            new_code[end] = word
            end += 1
        lengths[place] = end - new_offsets[place]
        new_offsets[place + 1] = end


def meet(state, offsets, numbers, lows, path, places, open_states, notice):
    """Enter a state for the first time."""
    notice[MET] += 1
    numbers[state] = notice[MET]
    lows[state] = notice[MET]
    path[notice[DEPTH]] = state
    places[notice[DEPTH]] = offsets[state]
    notice[DEPTH] += 1
    open_states[notice[OPEN]] = state
    notice[OPEN] += 1


def leave(state, depth, numbers, lows, layers, finished, path, open_states, notice):
    """Leave a state; close its layer if it was the first of it."""
    notice[DEPTH] = depth
    finished[notice[FINISHED]] = state
    notice[FINISHED] += 1
    if depth > 0:
        before = path[depth - 1] | 0
        lows[before] = min(lows[before], lows[state])
    if lows[state] == numbers[state]:
        notice[LAYERS] += 1
        while True:
            notice[OPEN] -= 1
            closed = open_states[notice[OPEN]] | 0
            layers[closed] = notice[LAYERS]
            if closed == state:
                break
