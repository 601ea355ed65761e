"""A frozen square: a piece that ends its move there misses its owner's next turn."""

from ludo_env import field, hooks, rule
from ludo_env.rules import wearing_off


@rule(fields=(field("frozen", per="piece", high=2, key="frozen", text="list"),))
def frozen_square(board, square=10):
    """A piece that lands on the frozen square may not move until its owner's next turn is over."""
    cell_of, wear_off = board.cell, wearing_off(board)

    def react(s, hits, colour, piece, cell):
        s.frozen[piece] = 2 if cell == square else 0
        return hits

    def may_move(s, colour, piece):
        here = s.progress[piece]
        return s.frozen[piece] == 0 or here < 0 or cell_of[colour, here] != square

    def turn_ends(s, player):
        wear_off(s, s.frozen, player)

    return hooks(react=react, may_move=may_move, turn_ends=turn_ends)
