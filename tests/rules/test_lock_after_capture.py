"""`lock_after_capture`: a piece that has captured cannot be moved again before the next turn."""

from positions import described, expect, legal_set, play, words_of
from rule_positions import at

from ludo_env.rules import capture_lone, dice, lock_after_capture


def test_a_piece_that_has_captured_stays():
    """The second die of the turn is for another piece; the next turn unlocks it."""
    two = dice(count=2)
    rules = (capture_lone(), lock_after_capture())
    env = at("p0=10,20 p2=41 dice=5,2", *rules, die=two, rolls=[1, 2, 1, 3])
    play(env, 0)
    expect(env, p0="15,20", turn=0, dice="-,2", locked="0")
    assert described(env) == {"piece 1: 2 from 20 to 22"}
    assert env.explain(4).startswith("lock_after_capture: ")
    play(env, *legal_set(env))
    while words_of(env)["turn"] == "2":
        play(env, min(legal_set(env)))
    expect(env, turn=0, locked="-")
    assert "piece 0: 1 from 15 to 16" in described(env)


def test_a_piece_that_has_captured_nobody_goes_on():
    """Both dice can be played with piece 0."""
    env = at("p0=10,20 dice=5,2", capture_lone(), lock_after_capture(), die=dice(count=2))
    play(env, 0)
    assert described(env) == {"piece 0: 2 from 15 to 17", "piece 1: 2 from 20 to 22"}
