"""`bonus_finish`: a player who brings a piece home rolls again."""

from positions import expect, play
from rule_positions import at

from ludo_env.rules import bonus_finish, capture_lone


def test_another_roll():
    """A piece that comes home earns another roll, and no other move does."""
    env = at("p0=h3 dice=2", capture_lone(), bonus_finish(), rolls=[3])
    play(env, 0)
    expect(env, turn=0, dice=3)
    env = at("p0=h2 dice=2", capture_lone(), bonus_finish(), rolls=[3])
    play(env, 0)
    expect(env, turn=2, dice=3)
