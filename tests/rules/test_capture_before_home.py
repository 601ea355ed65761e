"""`capture_before_home`: a colour must capture once before its pieces may turn home."""

import pytest
from positions import described, expect, play
from rule_positions import at

from ludo_env.rules import (
    bonus_capture,
    capture_before_home,
    capture_lone,
)

RULES = (capture_lone(), capture_before_home())


@pytest.mark.parametrize(
    ("position", "there"),
    [
        ("p0=49 dice=4 hit=-", "1"),
        ("p0=50 dice=2 hit=2", "0"),  # captures of seat 2 open no lane for seat 0
        ("p0=49 dice=4 hit=0", "h2"),
    ],
)
def test_the_lane_is_shut_until_the_first_capture(position, there):
    """A piece goes around once more; after the capture it turns home."""
    (said,) = described(at(position, *RULES))
    assert said.endswith(f" to {there}")


def test_a_capture_opens_it():
    """It opens in the same turn if there is another roll."""
    env = at("p0=10,50 p2=41 dice=5", *RULES, bonus_capture(), rolls=[2])
    assert "piece 1: 5 from 50 to 3" in described(env)
    play(env, 0)
    expect(env, hit="0", turn=0)
    assert "piece 1: 2 from 50 to h1" in described(env)
