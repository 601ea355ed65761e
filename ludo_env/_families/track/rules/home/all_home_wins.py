"""A side wins when all its pieces are home.  Clauses: A-50, A-51, B-12, B-19, G-5."""

from __future__ import annotations

from ludo_env._engine.family import NOBODY
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.owners import holding
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(
    clauses="A-50 A-51 B-12 B-19 B-46",
    facts={"slots": False},
    role="goal",
    wants="a side that brings its last piece home",
)
def all_home_wins(board: Tables) -> Hooks:
    """The game ends at once when every piece of a side is finished: +1 to it, -1 to the others.

    A side that has lost all its pieces to others does not win.
    """
    players, side = board.players, board.side
    count_on, held_by = counting(board), holding(board)
    cell_of, finish = board.cell, board.finish

    def over(s: RaceState, colour: int) -> int:
        if not all_finished(s, colour):
            return NO_OPINION
        held = held_by(s, colour)
        for mate in range(players):
            if side[mate] == side[colour] and mate != colour:
                if not all_finished(s, mate):
                    return NO_OPINION
                held += held_by(s, mate)
        return side[colour] if held > 0 else NO_OPINION

    def all_finished(s: RaceState, colour: int) -> bool:
        return count_on(s, colour, cell_of[colour, finish]) == held_by(s, colour)

    def reward(s: RaceState, player: int) -> float:
        if s.winner == NOBODY:
            return 0.0
        return 1.0 if side[player] == s.winner else -1.0

    return hooks(over=over, reward=reward)
