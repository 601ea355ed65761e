"""The rule `no_passing`.

No piece is passed, on the ring or in a lane: none of the own side, none of the others.
"""

import pytest
from positions import described
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.rules import no_passing


def test_no_piece_is_passed():
    """Own pieces and enemies cannot be passed; landing is a separate question."""
    env = at("p0=10,12 dice=3", no_passing())
    assert described(env) == {"piece 1: 3 from 12 to 15"}
    assert env.explain(0).startswith("no_passing: ")
    assert described(at("p0=10 p2=38 dice=3", no_passing())) == {"pass"}
    assert described(at("p0=10 p2=38 dice=2", no_passing())) == {"piece 0: 2 from 10 to 12"}


def test_in_a_lane():
    """A piece on h1 cannot play a 3 over h3."""
    env = at("p0=h1,h3 dice=3", no_passing())
    assert described(env) == {"pass"}


def test_own_and_enemies():
    """Each of the two can be switched off."""
    env = at("p0=10,12 p2=49 dice=3", no_passing(own=False))
    assert described(env) == {"piece 0: 3 from 10 to 13", "piece 1: 3 from 12 to 15"}
    assert described(at("p0=10 p2=38 dice=3", no_passing(enemies=False))) == {
        "piece 0: 3 from 10 to 13"
    }


def test_no_passing_refuses():
    """Without both, the rule would stop nobody."""
    with pytest.raises(SpecError, match=r"no_passing stops nobody without own and without enemies"):
        race(no_passing(own=False, enemies=False)).check()
