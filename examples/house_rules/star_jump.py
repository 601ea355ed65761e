"""Jump to the next star: add it to a game whose stars are safe squares of the ring."""

from ludo_env import hooks, rule
from ludo_env.rules import NO_OPINION


@rule(wants="pieces that end their move on a safe square of the ring")
def star_jump(board):
    """A piece that ends its move on a star goes on to the next star; its own entry is no star."""
    cell_of, sheltered, gate = board.cell, board.sheltered, board.gate

    def carried(s, colour, here):
        if not 0 < here <= gate or not sheltered[cell_of[colour, here]]:
            return NO_OPINION
        for there in range(here + 1, gate + 1):
            if sheltered[cell_of[colour, there]]:
                return there
        return NO_OPINION

    return hooks(carried=carried)
