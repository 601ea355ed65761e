"""The rule `no_sharing`.

No square takes two pieces of a colour, nor, with `slots`, does a slot of lane or home.
"""

import pytest
from positions import described
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.boards import ring
from ludo_env.rules import no_sharing, slots_filled_wins


def test_no_square_takes_two_of_a_colour():
    """Piece 0 does not land on piece 1; squares of enemies are not concerned."""
    env = at("p0=10,12 dice=2", no_sharing(), win=slots_filled_wins())
    assert described(env) == {"piece 1: 2 from 12 to 14"}
    assert env.explain(0).startswith("no_sharing: ")
    env = at("p0=10 p2=38 dice=2", no_sharing(), win=slots_filled_wins())
    assert described(env) == {"piece 0: 2 from 10 to 12"}


def test_slots():
    """The limit applies to lane and home too; without `slots` pieces can share them."""
    env = at("p0=h1,h3 dice=2", no_sharing(), win=slots_filled_wins())
    assert described(env) == {"piece 1: 2 from h3 to home"}
    env = at("p0=h1,h3 dice=2", no_sharing(slots=False))
    assert described(env) == {"piece 0: 2 from h1 to h3", "piece 1: 2 from h3 to home"}


def test_lane_without_slots():
    """No square of the lane takes two, but home takes all."""
    env = at("p0=h1,h3,f dice=2", no_sharing(slots=False, lane=True))
    assert described(env) == {"piece 1: 2 from h3 to home"}
    assert env.explain(0).startswith("no_sharing: ")
    env = at("p0=h1,h4,f dice=2", no_sharing(slots=False, lane=True))
    assert described(env) == {"piece 0: 2 from h1 to h3"}


def test_no_sharing_refuses():
    """There must be as many slots as pieces; otherwise not all of them can be home."""
    board = ring(length=24, lane=1, arms=2, gate=22)
    with pytest.raises(SpecError, match="4 pieces need as many slots; a lane of 1 and home have 2"):
        race(no_sharing(), board=board, win=slots_filled_wins()).check()
    with pytest.raises(SpecError, match="'no_sharing' and 'all_home_wins' exclude each other"):
        race(no_sharing()).check()
