"""`bonus_capture`: a player who captures rolls again, once."""

from positions import expect, play
from rule_positions import at

from ludo_env.rules import bonus_capture, capture_by_passing, capture_lone


def test_another_roll():
    """A capture earns another roll, and no other move does."""
    env = at("p0=10 p2=41 dice=5", capture_lone(), bonus_capture(), rolls=[3])
    play(env, 0)
    expect(env, turn=0, dice=3)
    env = at("p0=10 p2=42 dice=5", capture_lone(), bonus_capture(), rolls=[3])
    play(env, 0)
    expect(env, turn=2, dice=3)


def test_two_captures_earn_one_roll():
    """Two captures by one move earn a single roll."""
    env = at(
        "p0=10 p2=41,38 dice=5", capture_by_passing(), capture_lone(), bonus_capture(), rolls=[3, 1]
    )
    play(env, 0)
    expect(env, p2="", turn=0, dice=3)
    play(env, 0)
    expect(env, turn=2)
