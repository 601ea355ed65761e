"""Swap the dice for their undersides: an action of its own, in games with two dice of six faces."""

from ludo_env import field, hooks, rule
from ludo_env.rules import NO_OPINION


@rule(fields=(field("swapped", key="swapped"),), facts={"extras": 1})
def swap_dice(board):
    """Once a turn, before any die is played, both dice may be turned upside down."""
    dice_left = board.ask.dice_left

    def offers(s, extra):
        return extra == 0 and s.swapped == 0 and dice_left(s) == 2

    def performs(s, hits, extra):
        if extra == 0:
            s.swapped = 1
            s.dice[0], s.dice[1] = 7 - s.dice[0], 7 - s.dice[1]
        return hits

    def turn_ends(s, player):
        s.swapped = 0

    say_extra = lambda extra: "turn both dice upside down" if extra == 0 else NO_OPINION
    return hooks(offers=offers, performs=performs, turn_ends=turn_ends, say_extra=say_extra)
