"""`phase_after_capture`: a phase begins for good when anybody captures."""

from positions import described
from rule_positions import at, only

from ludo_env.rules import (
    blocks,
    capture_lone,
    phase_after_capture,
)


def test_phase_after_capture():
    """The first capture begins it; a move without one does not."""
    rules = (capture_lone(), phase_after_capture(name="war"), blocks().during("war"))
    env = at("p0=10,12,12 p2=41,41,41,42", *rules, rolls=[3, 1, 3])
    assert "piece 0: 3 from 10 to 13" in described(env)  # over 12, which is not yet a block
    env = at("p0=10,12,12 war=1 dice=3", *rules)
    assert described(env) == {"piece 1: 3 from 12 to 15", "piece 2: 3 from 12 to 15"}
    env = at("p0=10 p2=41,0 dice=4", *rules, rolls=[1])
    assert only(env)["war"] == "0"
    env = at("p0=10 p2=41,0 dice=5", *rules, rolls=[1])
    assert only(env)["war"] == "1"
