"""Deciding: what the player to act can do, and what happens if they can do nothing."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.family import DECIDE, DIE
from ludo_env._engine.rule import Hook
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.questions import ROLL_AGAIN
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.throws import Throws
from ludo_env._families.track.turn_order import Turns


def deciding(laws: Laws, find_moves: Hook, throws: Throws, turns: Turns, pass_action: int) -> Hook:
    """Return find(s, mask, notes, choices): mark the actions of the player to act."""
    stuck, end_turn = laws.stuck, turns.end
    throw, clear_dice = throws.throw, throws.clear

    def find(s: RaceState, mask: Any, notes: Any, choices: Any) -> int:
        """Mark the actions of the player to act, or of a next player who has nothing to throw."""
        count = 0
        while count == 0 and s.phase == DECIDE:
            count = find_moves(s, mask, notes, choices)
            if count == 0:
                count = find_nothing(s, mask, choices)
        return count

    def find_nothing(s: RaceState, mask: Any, choices: Any) -> int:
        """End the turn if something was played, throw again if a rule says so, or mark PASS."""
        if s.played > 0:
            end_turn(s)
            return 0
        if stuck(s, s.seat) == ROLL_AGAIN:
            clear_dice(s)
            throw(s)
            if s.phase == DIE:  # else there is nothing to throw, and asking again changes nothing
                return 0
        mask[pass_action] = 1
        choices[0] = pass_action
        return 1

    return find
