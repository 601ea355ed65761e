"""The order of turns: a turn starts, ends, and goes to the next player."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._engine.family import OVER
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables
from ludo_env._families.track.throws import Throws


class Turns(NamedTuple):
    """The functions that start and end turns."""

    start: Hook  # start(s, player): the player throws
    end: Hook  # end(s): pass the turn on, or let the player throw again


def turn_order(board: Tables, laws: Laws, throws: Throws) -> Turns:
    """Return the functions that start and end turns."""
    after, throw, clear_dice = board.after, throws.throw, throws.clear
    turn_ends, next_player = laws.turn_ends, laws.next_player

    def start_turn(s: RaceState, player: int) -> None:
        s.seat = player
        s.colour = player
        s.played = 0
        s.bonus = 0
        throw(s)

    def end_turn(s: RaceState) -> None:
        """Pass the turn on, unless a move has earned another roll."""
        clear_dice(s)
        if s.bonus:
            start_turn(s, s.seat)
        else:
            turn_ends(s, s.seat)
            if s.phase >= OVER:
                return
            following = next_player(s, s.seat)
            if following == NO_OPINION:
                following = after[s.seat]
            start_turn(s, following)

    return Turns(start_turn, end_turn)
