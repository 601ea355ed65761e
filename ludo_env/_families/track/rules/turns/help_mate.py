"""Players with nothing left to move move their team-mate's pieces.  Clauses: A-46, A-51 to A-53."""

from __future__ import annotations

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import counting
from ludo_env._families.track.owners import holding
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="A-46 A-52 A-53", wants="players who share a side")
def help_mate(board: Tables, when_stuck: bool = False) -> Hooks:
    """A player whose own pieces are all finished moves their team-mate's."""
    players, side = board.players, board.side
    count_on, held_by = counting(board), holding(board)
    cell_of, finish = board.cell, board.finish

    def helps(s: RaceState, player: int, stuck: bool) -> int:
        if all_finished(s, player) or (stuck and when_stuck):
            for mate in range(players):
                if mate != player and side[mate] == side[player]:
                    return mate
        return NO_OPINION

    def all_finished(s: RaceState, colour: int) -> bool:
        return count_on(s, colour, cell_of[colour, finish]) == held_by(s, colour)

    return hooks(helps=helps)
