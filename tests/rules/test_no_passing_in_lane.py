"""The rule `no_passing_in_lane`.

A piece may not pass a piece of its own in the lane; landing there depends on `stack`.
"""

from positions import described
from rule_positions import at

from ludo_env.rules import no_passing_in_lane


def test_no_own_piece_is_passed_in_the_lane():
    """From h0 a 3 over h2 is illegal; landing on h2 is legal."""
    env = at("p0=h0,h2 dice=3", no_passing_in_lane())
    assert described(env) == {"piece 1: 3 from h2 to home"}
    assert env.explain(0).startswith("no_passing_in_lane: ")
    env = at("p0=h0,h2 dice=2", no_passing_in_lane())
    assert described(env) == {"piece 0: 2 from h0 to h2", "piece 1: 2 from h2 to h4"}


def test_without_stacks():
    """Landing on h2 is illegal too."""
    env = at("p0=h0,h2 dice=2", no_passing_in_lane(stack=False))
    assert described(env) == {"piece 1: 2 from h2 to h4"}


def test_on_the_ring_it_says_nothing():
    """From 10 a 3 over 12 is legal."""
    assert "piece 0: 3 from 10 to 13" in described(at("p0=10,12 dice=3", no_passing_in_lane()))
