"""The rule `protected_entry`.

No enemy may land on an entry while a piece of the colour that enters there is on it.
"""

import pytest
from positions import described
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.rules import (
    capture_lone,
    protected_entry,
)


def test_nobody_lands_on_an_entry_with_its_owner_on_it():
    """Square 26 is the entry of seat 2; without its piece there, any piece may land."""
    env = at("p0=24 p2=0 dice=2", protected_entry(), capture_lone())
    assert described(env) == {"pass"}
    assert env.explain(0).startswith("protected_entry: ")
    env = at("p0=24 p2=0 dice=3", protected_entry(), capture_lone())
    assert described(env) == {"piece 0: 3 from 24 to 27"}
    env = at("p0=24 p2=1 dice=2", protected_entry(), capture_lone())
    assert described(env) == {"piece 0: 2 from 24 to 26"}


def test_protected_entry_refuses():
    """The effect of landing is one of some words."""
    with pytest.raises(SpecError, match=r"protected_landing is one of illegal, coexist, not"):
        race(protected_entry(landing="maybe"), capture_lone()).check()
