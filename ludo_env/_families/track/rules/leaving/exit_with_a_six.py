"""A six brings a piece out; dice played with it carry the piece on.  Clauses: E-23 to E-25."""

from __future__ import annotations

from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import YARD, Tables


@rule(clauses="E-23 E-24 E-25", wants="a mechanism that gives sixes")
def exit_with_a_six(board: Tables) -> Hooks:
    """A piece leaves the house with one six, never with a sum; other dice may carry it on."""
    sixes_in, six_use = board.ask.sixes_in, board.ask.six_use

    def enters(s: RaceState, colour: int, use: int, steps: int) -> int:
        return 6 if sixes_in(s, use) > 0 else NO_OPINION

    def may_move(s: RaceState, colour: int, piece: int) -> bool:
        """Without a six, refuse every use of the dice for a piece in the house or in prison."""
        return six_use(s) >= 0 or s.progress[piece] > YARD

    return hooks(enters=enters, may_move=may_move)
