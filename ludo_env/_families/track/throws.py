"""Throws: how many dice are thrown, how many outcomes the next one has, and what it shows.

With one mechanism these numbers are known when the game is built. If several mechanisms take turns,
they are the numbers of the current one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludo_env._engine.composition.phases import whose_time
from ludo_env._engine.family import DECIDE, DIE, TOSS
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._families.track.facts import RaceFacts, facts_of_rule
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables, own_table


class Throws(NamedTuple):
    """The functions that throw dice."""

    throw: Hook  # throw(s): throw all dice of the player to act, if there are any to throw
    sides: Hook  # sides(s) -> how many outcomes the next die has
    shows: Hook  # shows(s, outcome) -> the face that a die shows; a toss shows its outcome
    fallen: Hook  # fallen(s, face): store a die; s.pending is the number still to be thrown
    clear: Hook  # clear(s): remove all dice


def throwing(board: Tables, laws: Laws, facts: RaceFacts) -> Throws:
    """Return the functions that throw dice by these laws."""
    make = _taking_turns if facts.turns else _always
    count_of, length_of, start_of = make(board, facts)
    faces = facts.faces
    in_order = faces == tuple(range(1, len(faces) + 1))
    face_of = own_table(board, faces)
    draws, tickets, seen, take = laws.draws, laws.tickets, laws.shows, laws.take

    def throw(s: RaceState) -> None:
        count = draws(s)
        s.pending = count_of(s) if count == NO_OPINION else count
        s.phase = DIE if s.pending > 0 else DECIDE
        s.sides = sides(s)

    def sides(s: RaceState) -> Any:
        count = tickets(s)
        return length_of(s) if count == NO_OPINION else count

    def shows(s: RaceState, outcome: int) -> Any:
        if s.phase == TOSS:
            return outcome
        face = seen(s, outcome)
        if face != NO_OPINION:
            return face
        return outcome + 1 if in_order else face_of[start_of(s) + outcome]

    def fallen(s: RaceState, face: int) -> None:
        take(s, face, count_of(s) - s.pending)
        s.pending -= 1

    def clear(s: RaceState) -> None:
        for index in range(count_of(s)):
            take(s, 0, index)

    return Throws(throw, sides, shows, fallen, clear)


def _always(board: Tables, facts: RaceFacts) -> tuple[Hook, Hook, Hook]:
    """Return the number of dice, of outcomes, and the index of the first face."""
    dice, sides = facts.dice, len(facts.faces)

    def count_of(s: RaceState) -> int:
        return dice

    def length_of(s: RaceState) -> int:
        return sides

    def start_of(s: RaceState) -> int:
        return 0

    return count_of, length_of, start_of


def _taking_turns(board: Tables, facts: RaceFacts) -> tuple[Hook, Hook, Hook]:
    """Return the same for the current mechanism."""
    rules = facts.turns
    which = whose_time(rules)
    mechanisms = [facts_of_rule(rule) for rule in rules]
    lengths = [len(mechanism.faces) for mechanism in mechanisms]
    dice_of = own_table(board, [mechanism.dice for mechanism in mechanisms])
    sides_of = own_table(board, lengths)
    starts = own_table(board, [sum(lengths[:at]) for at in range(len(rules))])

    def count_of(s: RaceState) -> Any:
        return dice_of[which(s)]

    def length_of(s: RaceState) -> Any:
        return sides_of[which(s)]

    def start_of(s: RaceState) -> Any:
        return starts[which(s)]

    return count_of, length_of, start_of
