"""Blocks of three: for a game without `blocks`."""

from ludo_env import hooks, rule
from ludo_env.rules import counting


@rule(wants="three pieces of one colour on one square")
def blocks_of_three(board):
    """Three or more pieces of one colour on an open square stop everybody, their owner too."""
    count_on, sheltered, players = counting(board), board.sheltered, board.players

    def open_to(s, colour, cell):
        if not sheltered[cell]:
            for owner in range(players):
                if count_on(s, owner, cell) >= 3:
                    return False
        return True

    return hooks(may_pass=open_to, may_land=open_to)
