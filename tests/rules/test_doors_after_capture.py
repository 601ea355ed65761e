"""The rule `doors_after_capture`.

The doors with a certain word open to a colour for good when it captures.
"""

import pytest
from positions import described
from rule_positions import at, graph, only, race

from ludo_env import SpecError
from ludo_env.rules import (
    capture_lone,
    doors_after_capture,
)


def test_doors_after_capture():
    """Red may go a3 > a9 once it has captured; green may not."""
    board = graph("a3 > a9 if captured")
    rules = (capture_lone(), doors_after_capture())
    env = at("p0=a2,f dice=2", *rules, board=board)
    assert described(env) == {"piece 0: 2 from a2 to a4"}
    env = at("p0=a2,f dice=2 doors=1", *rules, board=board)
    assert described(env) == {"piece 0: 2 from a2 to a4"}
    env = at("p0=a2,f dice=2 doors=0", *rules, board=board)
    assert described(env) == {"piece 0: 2 from a2 to a4", "piece 0: 2 by way 1 from a2 to a9"}
    env = at("p0=a0,f p1=a3,a2 dice=2", *rules, board=board, rolls=[1])
    after = only(env)
    assert (after["p0"], after["p1"], after["doors"]) == ("a2,f", "a3,y", "0")
    assert described(env) == {"piece 0: 1 from a3 to a4"}


def test_doors_refuse():
    """Only graphs have doors, and a door has a word."""
    with pytest.raises(SpecError, match="for graphs"):
        race(capture_lone(), doors_after_capture()).check()
    with pytest.raises(SpecError, match="there are no doors"):
        race(doors_after_capture(), board=graph()).check()
    board = graph("a3 > a9 if captured")
    spec = race(capture_lone(), doors_after_capture(word="capture"), board=board)
    with pytest.raises(SpecError, match=r"captured"):
        spec.check()
