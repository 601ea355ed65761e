"""`leave_yard`: a piece leaves its yard only with a six; the die is spent on it whole."""

import pytest
from positions import described
from rule_positions import at

from ludo_env.rules import leave_yard


@pytest.mark.parametrize(("number", "said"), [(6, "piece 3: 6 from the yard to 0"), (5, "pass")])
def test_a_six_brings_a_piece_out(number, said):
    """The six brings a piece to its entry and is used up; no other number does."""
    env = at(f"p0=f,f,f,y dice={number}")
    assert described(env) == {said}
    if said == "pass":
        assert env.explain(3).startswith("leave_yard: ")


def test_another_number():
    """With `number=5` a five is needed."""
    env = at("p0=f,f,f,y dice=5", leave=leave_yard(number=5))
    assert described(env) == {"piece 3: 5 from the yard to 0"}
    assert described(at("p0=f,f,f,y dice=6", leave=leave_yard(number=5))) == {"pass"}
