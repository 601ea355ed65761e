"""`help_mate`: a player whose own pieces are all finished moves their team-mate's."""

from positions import described
from rule_positions import at, only

from ludo_env.boards import cross
from ludo_env.rules import help_mate

TEAMS = cross(teams=(0, 1, 0, 1))


def test_a_finished_player_moves_the_mates_pieces():
    """Without the rule they pass."""
    env = at("p0=f,f,f,f p2=10 dice=3", help_mate(), board=TEAMS, rolls=[1])
    assert described(env) == {"piece 0: 3 from 10 to 13"}
    assert only(env)["p2"] == "13,y,y,y"
    assert described(at("p0=f,f,f,f p2=10 dice=3", board=TEAMS)) == {"pass"}


def test_a_player_who_is_only_stuck():
    """With `when_stuck` they help too."""
    assert described(at("p0=y p2=10 dice=3", help_mate(), board=TEAMS)) == {"pass"}
    env = at("p0=y p2=10 dice=3", help_mate(when_stuck=True), board=TEAMS)
    assert described(env) == {"piece 0: 3 from 10 to 13"}
