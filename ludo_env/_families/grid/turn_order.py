"""The order of turns: a turn starts, ends, goes on after an action, or goes to the other player."""

from __future__ import annotations

from typing import NamedTuple

from ludo_env._engine.family import DIE, NOBODY, OVER, STOPPED, TOSS
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hook
from ludo_env._families.grid.board import NOWHERE
from ludo_env._families.grid.laws import Laws
from ludo_env._families.grid.questions import BEGINS, GOES_ON, MOVE_STAGE
from ludo_env._families.grid.state import GridState
from ludo_env._families.grid.units import player_of


class Turns(NamedTuple):
    """The functions that start and end turns."""

    start: Hook  # start(s, player): let the player roll
    end: Hook  # end(s): count the turn, and let the other player roll
    conclude: Hook  # conclude(s, verdict): go on as the rules say after an action or a lot


def turn_order(laws: Laws, skips: Hook, faces: int) -> Turns:
    """Return the functions that start and end turns; `skips` says who misses one."""
    over, turn_ends, stops = laws.over, laws.turn_ends, laws.stops

    def start_turn(s: GridState, player: int) -> None:
        """Let the player roll; skip a player who misses the turn; a draw if both do."""
        give_turn(s, player)
        if skips(s):
            give_turn(s, 1 - player)
            if skips(s):
                s.winner = NOBODY
                s.phase = OVER

    def give_turn(s: GridState, player: int) -> None:
        s.seat = player
        s.stage = MOVE_STAGE
        s.source = NOWHERE
        s.played = 0
        s.rerolls = 0
        s.phase = DIE
        s.sides = faces

    def conclude(s: GridState, verdict: int) -> None:
        """Continue the turn as the verdict says; while a lot is pending, do nothing."""
        if s.phase == TOSS:
            return
        if verdict == BEGINS:
            start_turn(s, s.attacker)
            return
        winner = over(s)
        if winner != NO_OPINION:
            s.winner = player_of(s, winner)
            s.phase = OVER
        elif verdict == GOES_ON:
            s.played = 1
        else:
            end_turn(s)

    def end_turn(s: GridState) -> None:
        turn_ends(s)
        if stops(s):
            s.phase = STOPPED
        else:
            start_turn(s, 1 - s.seat)

    return Turns(start_turn, end_turn, conclude)
