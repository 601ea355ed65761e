"""One step of a piece: along the ring, or along the ways of a graph."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.rule import Hook
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import BACKWARD, NOWHERE, STAYS, Tables


def stepping(board: Tables, laws: Laws, facts: RaceFacts) -> Hook:
    """Return onward(s, colour, way, here, choice) -> the next place, NOWHERE, or STAYS (shut)."""
    path, gate = board.path, board.gate
    width, forks, ahead, doors, back = (
        board.width, board.forks, board.onward, board.doors, board.back,
    )  # fmt: skip
    opens = laws.opens

    def on_ring(s: RaceState, colour: int, way: int, here: int, choice: int) -> Any:
        # Up to the gate every way goes on square by square: no table need be read.
        return here + 1 if here < gate else path[way, here]

    def either_way(s: RaceState, colour: int, way: int, here: int, choice: int) -> Any:
        return path[way, here]

    def on_graph(s: RaceState, colour: int, way: int, here: int, choice: int) -> Any:
        if way == BACKWARD:
            behind = back[colour, here]
            return STAYS if behind == NOWHERE else behind
        ways = forks[colour, here]
        if ways == 0:
            return NOWHERE
        at = here * width + choice % ways
        door = doors[colour, at]
        if door != NOWHERE and not opens(s, colour, door):
            return STAYS
        return ahead[colour, at]

    def on_line(s: RaceState, colour: int, way: int, here: int, choice: int) -> Any:
        """Return the only next place on a board without branches and doors, or NOWHERE."""
        if way == BACKWARD:
            behind = back[colour, here]
            return STAYS if behind == NOWHERE else behind
        return ahead[colour, here]

    if width:
        return on_line if width == 1 and not board.door_words else on_graph
    return either_way if facts.backward else on_ring


def choosing(board: Tables) -> Hook:
    """Return chosen(colour, way, here, choice) -> the rest of a choice after the step from here."""
    width, forks = board.width, board.forks

    def nothing(colour: int, way: int, here: int, choice: int) -> int:
        return choice

    def by_digit(colour: int, way: int, here: int, choice: int) -> Any:
        """Return the rest of a choice; backwards there is no choice."""
        return choice if way == BACKWARD else choice // max(forks[colour, here], 1)

    return by_digit if width > 1 else nothing


def branching(board: Tables) -> Hook:
    """Return following(colour, here, steps, branch) -> the next meaningful branch number, or -1.

    Only these numbers are visited: a board of many forks has far more numbers without a meaning.
    """
    width, forks, ahead = board.width, board.forks, board.onward

    def none(colour: int, here: int, steps: int, branch: int) -> int:
        return -1

    def next_choice(colour: int, here: int, steps: int, branch: int) -> int:
        """Advance the last fork on the way that has another choice; reset later ones to 0."""
        following, below, choice = -1, 1, branch
        place = max(here, 0)
        for _ in range(steps):
            ways = forks[colour, place]
            if ways == 0:
                break
            taken = choice % ways
            if taken + 1 < ways:
                following = branch % (below * ways) + below
            below *= ways
            choice //= ways
            place = ahead[colour, place * width + taken]
        return following

    return next_choice if width > 1 else none
