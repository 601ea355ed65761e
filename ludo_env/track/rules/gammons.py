"""A win counts more against who is far behind.  Clause: L-13."""

from __future__ import annotations

from typing import Any

from ludo_env.core.errors import SpecError, quoted
from ludo_env.core.machine import NOBODY
from ludo_env.core.rule import Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.distances import steps_home
from ludo_env.track.pieces import count_on
from ludo_env.track.tables import NOWHERE, YARD, Tables, own_table


@rule(clauses="L-13", wants="a player who loses with no piece home")
def gammons(board: Tables, last: int = 6) -> Hooks:
    """A win counts double if the loser has nothing home; triple, if a piece is far behind too.

    That is one in the yard, or on the last squares before the winner's home.
    """
    if board.players != 2:
        raise SpecError(f"gammons is for two players, not {board.players}.")
    if not 1 <= last <= board.finish:
        raise SpecError(f"gammons.last is 1 to {board.finish} steps, not {quoted(last)}.")
    pieces, finish, side = board.pieces, board.finish, board.side
    cell_of, place_at = board.cell, board.place_at
    left, places = own_table(board, steps_home(board)), board.finish + 1

    def stakes(s: State, stake: int) -> Any:
        if s.winner == NOBODY:
            return stake
        winner = 0 if side[0] == s.winner else 1
        loser = 1 - winner
        if not all_home(s, winner) or count_on(s, loser, cell_of[loser, finish]) > 0:
            return stake
        return stake * (3 if is_far_behind(s, loser, winner) else 2)

    def all_home(s: State, colour: int) -> Any:
        """Else the game has ended otherwise."""
        return count_on(s, colour, cell_of[colour, finish]) == pieces

    def is_far_behind(s: State, loser: int, winner: int) -> bool:
        for piece in range(loser * pieces, loser * pieces + pieces):
            here = s.progress[piece]
            if here <= YARD:
                return True
            there = place_at[winner, cell_of[loser, here]]
            if there != NOWHERE and left[winner * places + there] <= last:
                return True
        return False

    return hooks(stakes=stakes)
