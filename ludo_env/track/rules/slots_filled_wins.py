"""A side wins when all its pieces have left the ring for good.  Clauses: L-9, L-15."""

from __future__ import annotations

from ludo_env.core.laws import NO_OPINION
from ludo_env.core.rule import Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.rules.all_home_wins import all_home_wins
from ludo_env.track.tables import Tables


@rule(
    clauses="L-9 L-15",
    facts={"slots": True},
    role="goal",
    wants="a side whose last piece comes into its lane",
)
def slots_filled_wins(board: Tables) -> Hooks:
    """The game ends at once when every piece of a side stands in its lane or is home."""
    players, pieces, side, ring = board.players, board.pieces, board.side, board.ring

    def over(s: State, colour: int) -> int:
        for mate in range(players):
            if side[mate] == side[colour] and not all_arrived(s, mate):
                return NO_OPINION
        return side[colour]

    def all_arrived(s: State, colour: int) -> bool:
        for piece in range(colour * pieces, colour * pieces + pieces):
            if s.progress[piece] < ring:
                return False
        return True

    return {**all_home_wins.factory(board), **hooks(over=over)}
