"""Stall detection: the proof that no piece of any player has a move with any throw."""

from __future__ import annotations

from typing import Any, Protocol

from ludo_env._engine.composition.phases import reading, setting, whose_time
from ludo_env._engine.errors import SpecError
from ludo_env._engine.rule import Hook
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.facts import RaceFacts, facts_of_rule
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.owners import belongings
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables, own_table

# How time can change a phase: begin it, end it.
BEGINS, ENDS = 1, 2
_MOST_CLOCKS = 4


class IdleState(RaceState, Protocol):
    """A race that is watched: the turns in a row that were passed."""

    idle: int


def unprovable(facts: RaceFacts) -> str:
    """Return what a game lacks for a proof that it has stalled; "" if a proof is possible."""
    if not facts.lone_throws:
        return "a mechanism of which every throw can be tried: dice or spinner"
    if facts.timed:
        return "rules whose answers do not change by time alone"
    if len(facts.clocks) > _MOST_CLOCKS:
        return f"at most {_MOST_CLOCKS} phases that begin or end by time"
    return ""


def stall_watch(board: Tables, laws: Laws, facts: RaceFacts, can_move: Hook) -> Hook:
    """Return has_stalled(s) -> bool, called when a player has passed; it overwrites the dice.

    Without the rule `stalled_game_draws` it always returns False and costs nothing.
    """
    if not facts.stalls:
        return _never
    lacking = unprovable(facts)
    if lacking:
        raise SpecError(f"Rule 'stalled_game_draws' needs {lacking}.")
    players = board.players
    first, last, owns = belongings(board)
    extras = numbers_of(board, facts).extras
    take, uses, offers = laws.take, laws.uses, laws.offers
    # Phases can change while nobody moves, so a stalled game must be stalled in all of them.
    clocks = facts.clocks
    change, read = setting(list(clocks)), reading(list(clocks))
    states = 2 ** len(clocks)
    begin, end = (
        sum(1 << at for at, does in enumerate(clocks.values()) if does & way)
        for way in (BEGINS, ENDS)
    )
    dice_of, many_of, start_of, throws_of, face_of, which = _throws(board, facts)

    def has_stalled(s: IdleState) -> bool:
        if s.idle < players:
            return False
        s.idle = 0
        now = read(s)
        for then in range(states):
            if (then & ~now & ~begin) == 0 and (now & ~then & ~end) == 0:
                change(s, then)
                moves = some_throw_moves(s)
                change(s, now)
                if moves:
                    return False
        return True

    def some_throw_moves(s: IdleState) -> bool:
        mechanism = which(s)
        dice, many, start = dice_of[mechanism], many_of[mechanism], start_of[mechanism]
        moves, number = False, 0
        while number < throws_of[mechanism] and not moves:
            left = number
            for die in range(dice):
                take(s, face_of[start + left % many], die)
                left //= many
            colour = 0
            while colour < players and not moves:
                moves = moves_any(s, colour)
                colour += 1
            number += 1
        for die in range(dice):
            take(s, 0, die)
        return moves

    def moves_any(s: IdleState, colour: int) -> bool:
        """Return whether this throw lets a player do anything with their own pieces."""
        s.seat = colour
        s.colour = colour
        for piece in range(first(colour), last(colour)):
            for use in range(uses(s)):
                if owns(s, colour, piece) and can_move(s, colour, piece, use):
                    return True
        for extra in range(extras):  # noqa: SIM110  (compiled code has no any())
            if offers(s, extra):
                return True
        return False

    return has_stalled


def _throws(board: Tables, facts: RaceFacts) -> tuple[Any, ...]:
    """Return for each mechanism: its dice, the number of faces, the first face, and its throws."""
    turns = facts.turns
    mechanisms = [facts_of_rule(rule) for rule in turns] or [facts]
    faces = [tuple(dict.fromkeys(mechanism.faces)) for mechanism in mechanisms]
    dice = [mechanism.dice for mechanism in mechanisms]
    starts = [sum(map(len, faces[:at])) for at in range(len(faces))]
    tables = (
        dice,
        [len(shown) for shown in faces],
        starts,
        [len(shown) ** count for shown, count in zip(faces, dice, strict=True)],
        [face for shown in faces for face in shown],
    )
    which = whose_time(turns) if turns else _first
    return (*(own_table(board, table) for table in tables), which)


def _never(s: IdleState) -> bool:
    return False


def _first(s: IdleState) -> int:
    return 0
