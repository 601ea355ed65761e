"""The rule `bear_off`.

Pieces go home once all are near it; a larger number takes the piece furthest from it.
"""

import pytest
from positions import described
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.rules import bear_off


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("p0=h0,h4,f,f dice=6", {"piece 0: 6 from h0 to home"}),  # the furthest, with more than 5
        ("p0=h4,h4,f,f dice=5", {"piece 0: 5 from h4 to home", "piece 1: 5 from h4 to home"}),
        ("p0=h0,h4,f,f dice=1", {"piece 0: 1 from h0 to h1", "piece 1: 1 from h4 to home"}),
        ("p0=40,h4,f,f dice=1", {"piece 0: 1 from 40 to 41"}),  # one is far from home
        ("p0=h0,h4,f,y dice=1", {"piece 0: 1 from h0 to h1"}),  # and one in the yard
    ],
)
def test_pieces_go_home_once_all_are_near(position, said):
    """A piece needs its exact number; the furthest may use a larger one."""
    assert described(at(position, last=bear_off())) == said


def test_near_is_a_number_of_steps():
    """With `last=5` the gate is too far: it is 6 steps from home."""
    assert "piece 1: 1 from h4 to home" in described(at("p0=50,h4,f,f dice=1", last=bear_off()))
    env = at("p0=50,h4,f,f dice=1", last=bear_off(last=5))
    assert described(env) == {"piece 0: 1 from 50 to h0"}


def test_bear_off_refuses():
    """The number of steps is limited by the board."""
    with pytest.raises(SpecError, match=r"bear_off\.last is 1 to 57 steps, not 0"):
        race(last=bear_off(last=0)).check()
