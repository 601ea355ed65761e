"""A tax on entry: when a piece enters, the furthest one moves back."""

from ludo_env import hooks, rule
from ludo_env.rules import belongings, placing


@rule(wants="a piece that enters while another is on the ring")
def entry_tax(board, steps=3):
    """When a piece enters, its owner's furthest piece on the ring moves back by some steps."""
    first, end, owns = belongings(board)
    place, ring = placing(board), board.ring

    def sets_off(s, colour, piece, here):
        furthest, found = 0, -1
        for other in range(first(colour), end(colour)):
            if owns(s, colour, other) and furthest < s.progress[other] < ring:
                furthest, found = s.progress[other], other
        if here < 0 and found >= 0:
            place(s, colour, found, max(furthest - steps, 0))

    return hooks(sets_off=sets_off)
