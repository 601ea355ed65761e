"""A double reward for captures: put it behind the rule that captures."""

from ludo_env import field, hooks, rule
from ludo_env.rules import NO_OPINION, ROLL_AGAIN


@rule(fields=(field("owed_rolls", high=2, key="owed"),), after="capture", facts={"earns": True})
def double_reward(board):
    """A player who captures rolls twice more."""

    def react(s, hits, colour, piece, cell):
        if hits > 0:
            s.owed_rolls = 2
        return hits

    def threw(s, player):
        s.owed_rolls = max(s.owed_rolls - 1, 0)

    return hooks(
        react=react,
        threw=threw,
        again=lambda s, steps, hits, arrived: s.owed_rolls > 0,
        stuck=lambda s, player: ROLL_AGAIN if s.owed_rolls > 0 else NO_OPINION,
    )
