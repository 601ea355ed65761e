"""`bonus_six`: a player who plays a six rolls again; a six that cannot be played earns nothing."""

from positions import described, expect, legal_set, play
from rule_positions import at

from ludo_env.rules import bonus_six, capture_lone


def test_another_roll():
    """A six that was played earns another roll, and no other number does."""
    env = at("p0=10 dice=6", capture_lone(), bonus_six(), rolls=[3])
    play(env, 0)
    expect(env, turn=0, dice=3)
    env = at("p0=10 dice=5", capture_lone(), bonus_six(), rolls=[3])
    play(env, 0)
    expect(env, turn=2, dice=3)


def test_a_six_that_cannot_be_played_earns_nothing():
    """All pieces but one are home, and a 6 is too much for the last."""
    env = at("p0=f,f,f,h4 dice=6", bonus_six(), rolls=[3])
    assert described(env) == {"pass"}
    play(env, *legal_set(env))
    expect(env, turn=2)
