"""A shield for one turn. It ends with its owner's next turn, in which nobody else moves."""

from ludo_env import field, hooks, rule
from ludo_env.rules import finding, lone_enemies, wearing_off


@rule(fields=(field("shield", per="piece", high=2, key="shield", text="list"),), after="capture")
def shield(board):
    """Nobody lands on a lone enemy that has entered or captured in its owner's last turn."""
    lone_enemy, piece_on, wear_off = lone_enemies(board), finding(board), wearing_off(board)

    def sets_off(s, colour, piece, here):
        s.shield[piece] = 2 if here < 0 else s.shield[piece]

    def react(s, hits, colour, piece, cell):
        s.shield[piece] = 2 if hits > 0 else s.shield[piece]
        return hits

    def may_land(s, colour, cell):
        enemy = lone_enemy(s, colour, cell)
        return enemy < 0 or s.shield[piece_on(s, enemy, cell)] == 0

    turn_ends = lambda s, player: wear_off(s, s.shield, player)
    return hooks(sets_off=sets_off, react=react, may_land=may_land, turn_ends=turn_ends)
