"""`turn_limit`: after a number of turns the game is aborted without a winner."""

import pytest
from positions import expect, legal_set
from rule_positions import at, only

from ludo_env import SpecError
from ludo_env.rules import (
    against_the_clock,
    bonus_capture,
    capture_lone,
    turn_limit,
)


def test_turn_limit():
    """After two turns the game is truncated, not terminated."""
    env = at("p0=10 p2=20", capture_lone(), turn_limit(turns=2), rolls=[1, 2])
    assert only(env)["turns"] == "1"
    env.step(min(legal_set(env)))
    assert list(env.truncations.values()) == [True, True]
    assert list(env.terminations.values()) == [False, False]
    expect(env, turns=2)
    for turns in (0, -1, 10**7):
        with pytest.raises(SpecError, match=r"turn_limit.turns is a number 1\.\.1000000"):
            turn_limit(turns=turns)


def test_turn_limit_counts_turns_and_not_rolls():
    """An earned roll belongs to the same turn."""
    env = at("p0=10 p2=41", capture_lone(), bonus_capture(), turn_limit(turns=9), rolls=[5, 1, 6])
    assert only(env)["turns"] == "0"
    assert only(env)["turns"] == "1"


@pytest.mark.parametrize("order", [1, -1])
def test_a_game_that_is_over_is_not_aborted(order):
    """If a clock that all lose to ends at the same turn, the game is lost, in either order."""
    limits = [against_the_clock(turns=2), turn_limit(turns=2)]
    env = at("p0=10 p2=20", capture_lone(), *limits[::order], rolls=[1, 2])
    for _ in range(2):
        env.step(min(legal_set(env)))
    assert set(env.rewards.values()) == {-1}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.game.audit(env.record) == ""
