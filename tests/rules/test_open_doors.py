"""`open_doors`: doors with this word are open to everybody, for instance during a phase."""

import pytest
from positions import described
from rule_positions import at, graph, race

from ludo_env import SpecError
from ludo_env.rules import (
    capture_lone,
    open_doors,
    phase_after_turns,
)

DOORS = graph("a3 > a9 if open")


def test_doors_are_open_to_everybody():
    """From a2 by 2: along the loop to a4, or through the door to a9."""
    env = at("p0=a2,f dice=2", capture_lone(), open_doors(), board=DOORS)
    assert described(env) == {"piece 0: 2 from a2 to a4", "piece 0: 2 by way 1 from a2 to a9"}


def test_during_a_phase():
    """Before the phase they are shut."""
    rules = (capture_lone(), phase_after_turns(name="flood"), open_doors().during("flood"))
    env = at("p0=a2,f dice=2", *rules, board=DOORS)
    assert described(env) == {"piece 0: 2 from a2 to a4"}
    env = at("p0=a2,f dice=2 flood=1 turns_gone=50", *rules, board=DOORS)
    assert "piece 0: 2 by way 1 from a2 to a9" in described(env)


def test_open_doors_refuses():
    """Only graphs have doors, and each opens by its own word."""
    with pytest.raises(
        SpecError, match="'open_doors' is for graphs with doors, and this board has none"
    ):
        race(capture_lone(), open_doors()).check()
    with pytest.raises(SpecError, match="No rule opens the doors that say 'open'"):
        race(capture_lone(), open_doors(word="opened"), board=DOORS).check()
