"""The evaluation of four-player Ludo, computed with dictionaries and without board tables.

Written from the table of docs/agents/greedy.md: slow, and with nothing in common with the library.
"""

RING, GATE, HOME, PLAYERS = 52, 50, 57, 4
SAFE = {8, 21, 34, 47, 0, 13, 26, 39}


def square_of(colour, place):
    """Return the square of the ring, or None off it."""
    on_ring = 0 <= place < RING
    return (place + 13 * colour) % RING if on_ring else None


def walked(place, steps, gate_is_open):
    """Return the place after some steps; None beyond home."""
    for _ in range(steps):
        if gate_is_open and place == GATE:
            place = RING  # the first square of the lane
        elif place < RING:
            place = (place + 1) % RING
        else:
            place += 1
        if place > HOME:
            return None
    return place


def hits(place, target, gate_is_open):
    """Return the probability that one throw takes a piece from a place to another."""
    chance = {steps: 1 / 6 for steps in range(1, 7)}
    chance |= {steps: 1 / 36 for steps in range(7, 13)}  # a six is thrown again
    if place == -1:
        out = (
            1
            / 6
            * max(
                [
                    share
                    for steps, share in chance.items()
                    if walked(0, steps, gate_is_open) == target
                ],
                default=0,
            )
        )
        return 1 / 6 if target == 0 else out
    if place == HOME:
        return 0
    return max(
        [share for steps, share in chance.items() if walked(place, steps, gate_is_open) == target],
        default=0,
    )


def scores(pieces, seat, opened, weights):
    """Return the value of a position to each player, from the places of `pieces[colour]`."""
    good, missed = [0.0] * PLAYERS, [1.0] * PLAYERS
    for colour in range(PLAYERS):
        for place in pieces[colour]:
            value = worth(place, opened[colour], weights)
            square = square_of(colour, place)
            company = pieces[colour].count(place) > 1
            spared = 1.0
            if square is not None and square not in SAFE and not company:
                for hunter in range(PLAYERS):
                    for start in pieces[hunter] if hunter != colour else ():
                        target = (square - 13 * hunter) % RING
                        chance = hits(start, target, opened[hunter])
                        first = (hunter - seat) % PLAYERS < (colour - seat) % PLAYERS
                        chance *= 1.0 if first else weights.later
                        spared *= 1 - chance
                        missed[hunter] *= 1 - chance
            good[colour] += value * (1 - weights.danger * (1 - spared))
    for colour in range(PLAYERS):
        hunt = 1.0 if opened[colour] else weights.hunt * (1 - missed[colour])
        good[colour] += weights.gate * hunt
    return [
        good[own] - weights.rivals * (sum(others) + max(others))
        for own in range(PLAYERS)
        for others in [[good[other] for other in range(PLAYERS) if other != own]]
    ]


def worth(place, gate_is_open, weights):
    """Return the value of one piece that nobody threatens."""
    if place == -1:
        return 0.0
    if place == HOME:
        return 1.0
    left = HOME - place - 1 if place <= GATE else HOME - place
    if place == RING - 1:  # behind the gate: another lap
        left = HOME
    way = max(0.0, 1 - left / (HOME - 1))
    factor = 1.0 if gate_is_open else weights.shut
    return weights.out + factor * (1 - weights.out - weights.home) * way
