"""A lot determines who starts.  Clause: G-12 (first_player="random")."""

from __future__ import annotations

from ludo_env._engine.family import TOSS
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="G-12", role="opening")
def first_player_random(board: Tables) -> Hooks:
    """The first player is drawn by lot, not by dice."""
    players = board.players

    def setup(s: RaceState) -> None:
        s.opening = 1
        s.phase = TOSS
        s.sides = players

    def opening(s: RaceState, face: int) -> int:
        return face

    return hooks(setup=setup, opening=opening)
