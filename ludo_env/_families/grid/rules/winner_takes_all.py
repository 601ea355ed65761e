"""One for the winner, minus one for the loser; a draw is nothing.  Clause: D-54."""

from __future__ import annotations

from ludo_env._engine.family import NOBODY
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.grid.board import Tables
from ludo_env._families.grid.state import GridState


@rule(clauses="D-54")
def winner_takes_all(board: Tables) -> Hooks:
    """The winner gets 1 and the loser -1; in a draw both get 0."""

    def reward(s: GridState, player: int) -> int:
        if s.winner == NOBODY:
            return 0
        return 1 if s.winner == player else -1

    return hooks(reward=reward)
