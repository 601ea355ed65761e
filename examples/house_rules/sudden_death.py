"""Sudden death: a long game is won by the next capture."""

from ludo_env import field, hooks, rule
from ludo_env.rules import NO_OPINION


@rule(
    fields=lambda turns: (field("clock", high=turns, key="clock"), field("struck")),
    after="capture",
    wants="a game of that many turns",
)
def sudden_death(board, turns=200):
    """Once so many turns have ended, the next capture wins."""

    def turn_ends(s, player):
        s.clock = min(s.clock + 1, turns)

    def react(s, hits, colour, piece, cell):
        s.struck = int(hits > 0 and s.clock == turns)
        return hits

    side = board.side
    over = lambda s, colour: side[colour] if s.struck > 0 else NO_OPINION
    return hooks(turn_ends=turn_ends, react=react, over=over)
