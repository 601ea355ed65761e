"""Steal an owner: put it in the place of the rule that captures."""

from ludo_env import hooks, rule
from ludo_env.rules import OWNER, OWNERS, capturing_lone, finding, handing_over


@rule(role="capture", fields=(OWNER,), facts=OWNERS)
def steal(board):
    """Landing on a lone enemy on an open square makes it a piece of the player who landed."""
    hand_over, piece_on, place_at = handing_over(board), finding(board), board.place_at

    def take_over(s, colour, victim, cell):
        hand_over(s, piece_on(s, victim, cell), colour, place_at[colour, cell])
        return 1

    return hooks(react=capturing_lone(board, take_over))
