"""`capacity`: no piece lands on a shared square that is full, whichever colours are on it."""

import pytest
from positions import described
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.rules import capacity


def test_a_full_square_takes_no_more():
    """With two on 12 no piece lands there, but all may pass."""
    env = at("p0=10 p2=38,38 dice=2", capacity())
    assert described(env) == {"pass"}
    assert env.explain(0).startswith("capacity: ")
    assert described(at("p0=10 p2=38,38 dice=3", capacity())) == {"piece 0: 3 from 10 to 13"}


def test_whichever_colours_are_on_it():
    """One piece of each colour makes two."""
    env = at("p0=10,12 p2=38 dice=2", capacity())
    assert described(env) == {"piece 1: 2 from 12 to 14"}


def test_how_many_it_takes():
    """With `most=3` a third one lands."""
    env = at("p0=10 p2=38,38 dice=2", capacity(most=3))
    assert described(env) == {"piece 0: 2 from 10 to 12"}


def test_capacity_refuses():
    """A square takes at least one piece."""
    with pytest.raises(SpecError, match=r"capacity\.most is 1 or more pieces, not 0"):
        race(capacity(most=0)).check()
