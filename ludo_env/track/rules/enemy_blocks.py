"""Two or more pieces of one colour stop all others.  Clauses: E-28, E-29, E-40."""

from __future__ import annotations

from ludo_env.core.rule import Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.pieces import count_on
from ludo_env.track.tables import Tables


@rule(clauses="E-20 E-21 E-28 E-29 E-40", wants="pieces of one colour that stand together")
def enemy_blocks(board: Tables, size: int = 2, passed: bool = False) -> Hooks:
    """Two or more pieces of one colour on a ring square, safe or not, stop every other colour.

    Where they are `passed`, they are in nobody's way, and nobody ends a move there.
    """
    ring, enemies, players, side = board.ring, board.enemies, board.players, board.side
    pairs = sum(14 << (4 * player) for player in range(players))

    def open_to(s: State, colour: int, cell: int) -> bool:
        if cell >= ring:
            return True
        others = s.crowd[cell] & enemies[colour]
        if size == 2:
            return (others & pairs) == 0
        for other in range(players):
            if side[other] != side[colour] and count_on(s, other, cell) >= size:
                return False
        return True

    return hooks(may_land=open_to) if passed else hooks(may_pass=open_to, may_land=open_to)
