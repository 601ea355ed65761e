"""A side wins when all its pieces have left the ring for good.  Clauses: L-9, L-15."""

from __future__ import annotations

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.owners import belongings, holding
from ludo_env._families.track.rules.home.all_home_wins import all_home_wins
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(
    clauses="L-9 L-15",
    facts={"slots": True},
    role="goal",
    wants="a side whose last piece comes into its lane",
)
def slots_filled_wins(board: Tables) -> Hooks:
    """The game ends at once when every piece of a side is in its lane or home."""
    players, side, ring = board.players, board.side, board.ring
    first, end, owns = belongings(board)
    held_by = holding(board)

    def over(s: RaceState, colour: int) -> int:
        held = 0
        for mate in range(players):
            if side[mate] == side[colour]:
                if not all_arrived(s, mate):
                    return NO_OPINION
                held += held_by(s, mate)
        return side[colour] if held > 0 else NO_OPINION

    def all_arrived(s: RaceState, colour: int) -> bool:
        for piece in range(first(colour), end(colour)):
            if s.progress[piece] < ring and owns(s, colour, piece):
                return False
        return True

    return {**all_home_wins.factory(board), **hooks(over=over)}
