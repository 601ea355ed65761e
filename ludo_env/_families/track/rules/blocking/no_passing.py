"""No piece is passed.  Clauses: L-16, L-18."""

from __future__ import annotations

from ludo_env._engine.errors import SpecError
from ludo_env._engine.rule import Hooks, hooks, rule
from ludo_env._families.track.occupancy import enemies_on, friends_on
from ludo_env._families.track.state import RaceState
from ludo_env._families.track.tables import Tables


@rule(clauses="L-16 L-18", wants="a piece on the way of another", bars="occupied cells")
def no_passing(board: Tables, own: bool = True, enemies: bool = True) -> Hooks:
    """No piece is passed, on the ring or in a lane: none of the own side, none of the others."""
    if not own and not enemies:
        raise SpecError("no_passing stops nobody without own and without enemies.")
    any_friend, any_enemy = friends_on(board), enemies_on(board)

    def may_pass(s: RaceState, colour: int, cell: int) -> bool:
        if own and any_friend(s, colour, cell):
            return False
        return not enemies or not any_enemy(s, colour, cell)

    return hooks(may_pass=may_pass)
