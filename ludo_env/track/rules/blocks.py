"""Two or more pieces of one side form a block that nobody passes.  Clauses: A-31, A-32, A-35."""

from __future__ import annotations

from ludo_env.core.rule import Hooks, hooks, rule
from ludo_env.core.state import State
from ludo_env.track.pieces import count_on
from ludo_env.track.tables import Tables


@rule(clauses="A-31 A-32 A-35 A-36")
def blocks(board: Tables, size: int = 2) -> Hooks:
    """Two or more pieces of one side on an open square stop everybody, their own side too."""
    sheltered, several, side = board.sheltered, board.several, board.side
    players, sides = board.players, board.sides

    def open_to(s: State, colour: int, cell: int) -> bool:
        return not is_block(s, cell)

    def is_pair(s: State, cell: int) -> bool:
        """Two of one colour, read off the crowd at once: each side is one colour."""
        return (s.crowd[cell] & several[cell]) != 0

    def is_crowd(s: State, cell: int) -> bool:
        """Any split among the colours of a side counts together."""
        if sheltered[cell]:
            return False
        for ours in range(sides):
            count = 0
            for colour in range(players):
                if side[colour] == ours:
                    count += count_on(s, colour, cell)
            if count >= size:
                return True
        return False

    is_block = is_pair if size == 2 and sides == players else is_crowd
    return hooks(may_pass=open_to, may_land=open_to)
