"""A lucky seven: for a game with two dice."""

from ludo_env import field, hooks, rule
from ludo_env.rules import NO_OPINION, ROLL_AGAIN


@rule(fields=(field("lucky", key="lucky"),), wants="two dice or more", facts={"earns": True})
def lucky_seven(board):
    """A throw whose dice add up to seven earns another roll."""
    thrown = board.ask.thrown

    def threw(s, player):
        pips = 0
        for number in range(1, 7):
            pips += number * thrown(s, number)
        s.lucky = int(pips == 7)

    return hooks(
        threw=threw,
        again=lambda s, steps, hits, arrived: s.lucky > 0,
        stuck=lambda s, player: ROLL_AGAIN if s.lucky > 0 else NO_OPINION,
    )
