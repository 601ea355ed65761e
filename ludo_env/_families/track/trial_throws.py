"""The throws of a trial: which outcomes of the dice are tried."""

from __future__ import annotations

from collections.abc import Iterator

from ludo_env._families.track.facts import RaceFacts

# Throws to try where there are too many to try them all.
_THROWS = 300


def all_throws(facts: RaceFacts) -> Iterator[Iterator[int]]:
    """Return all throws if there are few, else many at random."""
    faces, dice = outcomes_of(facts), facts.dice
    if len(faces) ** dice > _THROWS or facts.tickets:
        for _ in range(_THROWS):
            yield iter(())
        return
    for number in range(len(faces) ** dice):
        yield iter([faces[number // len(faces) ** die % len(faces)] for die in range(dice)])


def few_throws(facts: RaceFacts) -> Iterator[Iterator[int]]:
    """Return throws in which the first die shows every face, and the others another one."""
    faces, dice = outcomes_of(facts), facts.dice
    if facts.tickets:
        for _ in range(3 * len(faces)):
            yield iter(())
        return
    for number in range(len(faces)):
        yield iter([faces[(number + die) % len(faces)] for die in range(dice)])


def outcomes_of(facts: RaceFacts) -> list[int]:
    """Return an outcome for each face of a die."""
    return [facts.faces.index(face) for face in dict.fromkeys(facts.faces)]
