"""A win counts more if the loser is far behind.  Clause: L-13."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.errors import SpecError, quoted
from ludo_env._engine.family import NOBODY
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.distances import steps_home
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.owners import belongings, holding
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import NOWHERE, YARD, Tables, own_table


@rule(clauses="L-13", wants="a player who loses with no piece home")
def gammons(board: Tables, last: int = 6) -> Hooks:
    """A win counts double if the loser has no piece home, triple if one is also far behind.

    A piece is far behind in the yard, or on the last squares before the winner's home.
    """
    if board.players != 2:
        raise SpecError(f"gammons is for two players, not {board.players}.")
    if not 1 <= last <= board.finish:
        raise SpecError(f"gammons.last is 1 to {board.finish} steps, not {quoted(last)}.")
    finish, side = board.finish, board.side
    first, end, owns = belongings(board)
    count_on, held_by = counting(board), holding(board)
    cell_of, place_at = board.cell, board.place_at
    left, places = own_table(board, steps_home(board)), board.finish + 1

    def stakes(s: RaceState, stake: int) -> Any:
        if s.winner == NOBODY:
            return stake
        winner = 0 if side[0] == s.winner else 1
        loser = 1 - winner
        if not all_home(s, winner) or count_on(s, loser, cell_of[loser, finish]) > 0:
            return stake
        return stake * (3 if is_far_behind(s, loser, winner) else 2)

    def all_home(s: RaceState, colour: int) -> Any:
        """Return whether this colour has won by bringing all its pieces home."""
        return count_on(s, colour, cell_of[colour, finish]) == held_by(s, colour)

    def is_far_behind(s: RaceState, loser: int, winner: int) -> bool:
        for piece in range(first(loser), end(loser)):
            if not owns(s, loser, piece):
                continue
            here = s.progress[piece]
            if here <= YARD:
                return True
            there = place_at[winner, cell_of[loser, here]]
            if there != NOWHERE and left[winner * places + there] <= last:
                return True
        return False

    return hooks(stakes=stakes)
