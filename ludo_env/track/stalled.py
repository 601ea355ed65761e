"""The proof that a race has come to a stop: no piece of anybody has a move with any throw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludo_env.core.errors import SpecError
from ludo_env.core.rule import Hook
from ludo_env.core.state import State
from ludo_env.track.numbers import numbers_of
from ludo_env.track.owners import belongings
from ludo_env.track.tables import Tables, own_table


def stall_watch(
    board: Tables, laws: Mapping[str, Hook], facts: Mapping[str, Any], can_move: Hook
) -> Hook:
    """has_stalled(s) -> bool, asked when a player has passed; the dice are thrown about by it.

    Games without the rule `stalled_game_draws` pay nothing: there it is the constant False.
    """
    if not facts.get("stalls"):
        return _never
    if not facts.get("lone_throws"):
        raise SpecError(
            "Rule 'stalled_game_draws' needs a mechanism of which every throw can be tried: "
            "dice or spinner."
        )
    if facts.get("timed"):
        raise SpecError(
            "Rule 'stalled_game_draws' does not go with a phase that begins after so many turns: "
            "such a phase may set pieces free."
        )
    players, dice = board.players, facts["dice"]
    first, end, owns = belongings(board)
    extras = numbers_of(board, facts).extras
    faces = tuple(dict.fromkeys(facts["faces"]))
    many, throws = len(faces), len(faces) ** dice
    face_of = own_table(board, faces)
    take, uses, offers = laws["take"], laws["uses"], laws["offers"]

    def has_stalled(s: State) -> bool:
        if s.idle < players:
            return False
        s.idle = 0
        for number in range(throws):
            left = number
            for die in range(dice):
                take(s, face_of[left % many], die)
                left //= many
            for colour in range(players):
                if moves_any(s, colour):
                    return False
        return True

    def moves_any(s: State, colour: int) -> bool:
        """Does this throw let a player do anything with the own pieces?"""
        s.seat = colour
        s.colour = colour
        for piece in range(first(colour), end(colour)):
            for use in range(uses(s)):
                if owns(s, colour, piece) and can_move(s, colour, piece, use):
                    return True
        for extra in range(extras):  # noqa: SIM110  (compiled code has no any())
            if offers(s, extra):
                return True
        return False

    return has_stalled


def _never(s: State) -> bool:
    return False
