"""The lane as a staircase of numbered steps.  Clause: L-15."""

from __future__ import annotations

from ludo_env._engine.errors import SpecError
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.overlay import LABEL, Mark, Marks
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import STAYS, Tables


@rule(clauses="L-15", wants="a ring or a cross, and pieces that come to their gate")
def staircase(board: Tables) -> Hooks:
    """A piece stops on its gate, climbs by the number of each step, and goes home by the last."""
    if board.width:
        raise SpecError(
            "Rule 'staircase' needs a ring or a cross; on a graph no place is the gate."
        )
    gate, ring, lane = board.gate, board.ring, board.lane

    def leads(s: RaceState, colour: int, here: int, steps: int) -> int:
        if here < gate:
            return STAYS if here + steps > gate else NO_OPINION
        if gate < here < ring:
            return STAYS
        climbed = 0 if here == gate else here - ring + 1
        wanted = min(climbed + 1, lane)
        return ring + climbed if steps == wanted else STAYS

    def overlay(s: RaceState, marks: Marks) -> Marks:
        """Show the number of each step."""
        return (*marks, *steps)

    steps = [
        Mark(LABEL, ring + player * (lane + 1) + step, words=str(step + 1))
        for player in range(board.players)
        for step in range(lane)
    ]
    return hooks(leads=leads, overlay=overlay)
