"""A phase that begins and ends by what happens in the game, once or over and over.  Clause: L-2.

Since its last change (or the start of the game) it counts the turns that have ended, the pieces
captured, the pieces that came home, or the throws that show a number, of all players together. The
flag changes between turns only, so a turn ends with the dice and the rules with which it began.

    begins = "at the start"             or after something
    ends = "never"                      or after something
    "after 12 turns", "after a capture", "after 2 captures", "after 3 homes", "after a throw of 6",
    "after 2 throws of 6"
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ludo_env._engine.composition.phases import phase_field
from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.generated import compile_function
from ludo_env._engine.rule import Field, Hook, Hooks, field, hooks, rule
from ludo_env._families.track.rules.phases.phase_after_homes import facts_of_phase, fields_of_phase
from ludo_env._families.track.stall_detection import BEGINS, ENDS
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables

MOST = 1_000_000
TURNS, CAPTURES, HOMES, THROWS = "turn", "capture", "home", "throw"
AT_THE_START, NEVER = "at the start", "never"
_AFTER = re.compile(r"after (a|\d{1,9}) (turn|capture|home|throw)s?(?: of (-?\d{1,9}))?")
_FORMS = '"after 12 turns", "after a capture", "after 3 homes" or "after a throw of 6"'


class Wait(NamedTuple):
    """A condition of a change: a number of events of one kind; the kind "" is no event."""

    kind: str
    times: int = 0
    number: int = 0  # the number that throws must show


def wait_of(parameter: str, words: str, otherwise: str) -> Wait:
    """Parse a parameter; the words `otherwise` wait for nothing."""
    if words == otherwise:
        return Wait("")
    found = _AFTER.fullmatch(words)
    if not found or bool(found[3]) != (found[2] == THROWS):
        raise SpecError(f'phase.{parameter} is "{otherwise}", {_FORMS}, not {quoted(words)}.')
    count = 1 if found[1] == "a" else int(found[1])
    if not 1 <= count <= MOST:
        raise SpecError(
            f"phase.{parameter} counts from 1 to {MOST}, not {quoted(count)} as in {quoted(words)}."
        )
    return Wait(found[2], count, int(found[3] or 0))


def _waits(begins: str, ends: str, repeats: bool) -> tuple[Wait, Wait]:
    """Return what the beginning and the end wait for, or refuse the parameters."""
    begin, end = wait_of("begins", begins, AT_THE_START), wait_of("ends", ends, NEVER)
    if not begin.kind and not end.kind:
        raise SpecError("A phase from the start that never ends is the whole game; leave it out.")
    if repeats and not (begin.kind and end.kind):
        said = f"begins = {quoted(begins)} and ends = {quoted(ends)}"
        raise SpecError(
            f"A phase that repeats begins and ends after something; {said} happens once."
        )
    return begin, end


def _fields(name: str, begins: str, ends: str, repeats: bool) -> tuple[Field, ...]:
    begin, end = _waits(begins, ends, repeats)
    fields_of_phase(name)  # refuses a name that is not valid
    most = max(begin.times, end.times)
    return (
        phase_field(name, start=int(not begin.kind)),
        # The events counted towards the next change; `most` + 1 after the last change.
        field(_counter(name), high=most + 1, observe="value", key=_counter(name)),
    )


def _facts(name: str, begins: str, ends: str, repeats: bool) -> dict[str, Any]:
    begin, end = (wait.kind in {TURNS, THROWS} for wait in _waits(begins, ends, repeats))
    clock = BEGINS * begin + ENDS * end
    clocks = {"clocks": {phase_field(name).name: clock}} if clock else {}
    return {**facts_of_phase(name), **clocks, "between_turns": True}


@rule(
    clauses="L-2",
    fields=_fields,
    facts=_facts,
    after="capture capture_on_entry",
    apart="name",
    wants="a game in which what it waits for happens",
)
def phase(
    board: Tables,
    name: str = "night",
    begins: str = "after 10 turns",
    ends: str = "after 5 turns",
    repeats: bool = True,
) -> Hooks:
    """A phase begins and ends after a number of turns, captures, homes or throws."""
    begin, end = _waits(begins, ends, repeats)
    waits = (begin, end)
    kinds = [wait.kind for wait in waits]
    changes = _changes(name, begin, end, repeats)
    counts_turns = _counts(name, waits, TURNS)
    counts_captures, counts_homes = _counts(name, waits, CAPTURES), _counts(name, waits, HOMES)
    counts_throws = _counts(name, waits, THROWS)
    cell_of, finish = board.cell, board.finish

    def turn_ends(s: RaceState, player: int) -> None:
        counts_turns(s, 1, 0)
        changes(s)

    def react(s: RaceState, hits: int, colour: int, piece: int, cell: int) -> int:
        counts_captures(s, hits, 0)
        counts_homes(s, int(cell == cell_of[colour, finish]), 0)
        return hits

    def performs(s: RaceState, hits: int, extra: int) -> int:
        counts_captures(s, hits, 0)
        return hits

    found = hooks(turn_ends=turn_ends)
    if CAPTURES in kinds or HOMES in kinds:
        found["react"] = react
    if CAPTURES in kinds:
        found["performs"] = performs
    if THROWS in kinds:
        thrown = board.ask.thrown
        first, second = (wait.number for wait in waits)

        def threw(s: RaceState, player: int) -> None:
            counts_throws(s, int(thrown(s, first) > 0), int(thrown(s, second) > 0))

        found["threw"] = threw
    return found


def _counter(name: str) -> str:
    return f"{name}_count"


def _counts(name: str, waits: tuple[Wait, Wait], kind: str) -> Hook:
    """Return counts(s, many, other): count events of a kind, if a change waits for them.

    Of throws, `many` counts those that the beginning waits for and `other` those that the end waits
    for; of other events `many` counts for both.
    """
    flag, counter = phase_field(name).name, _counter(name)
    lines = ["def counts(s, many, other):"]
    for lasts, wait in enumerate(waits):
        if wait.kind == kind:
            more = "other" if lasts and kind == THROWS else "many"
            lines += [
                f"    if s.{flag} == {lasts} and s.{counter} < {wait.times}:",
                f"        s.{counter} = min(s.{counter} + {more}, {wait.times})",
            ]
    return compile_function([*lines, "    return None"], "counts")


def _changes(name: str, begin: Wait, end: Wait, repeats: bool) -> Hook:
    """Return changes(s): begin or end the phase when the events have been counted."""
    flag, counter = phase_field(name).name, _counter(name)
    most = max(begin.times, end.times) + 1
    over = 0 if repeats else most
    lines = ["def changes(s):"]
    if begin.kind:
        lines += [
            f"    if s.{flag} == 0 and s.{counter} == {begin.times}:",
            f"        s.{flag} = 1",
            f"        s.{counter} = {0 if end.kind else most}",
            "        return None",
        ]
    if end.kind:
        lines += [
            f"    if s.{flag} == 1 and s.{counter} == {end.times}:",
            f"        s.{flag} = 0",
            f"        s.{counter} = {over}",
        ]
    return compile_function([*lines, "    return None"], "changes")
