"""`phase_after_turns`: a phase begins for good after a number of turns."""

from positions import words_of
from rule_positions import at, only

from ludo_env.rules import (
    blocks,
    phase_after_turns,
)


def test_phase_after_turns():
    """It begins after two turns, and lasts."""
    env = at("p0=10 p2=30", phase_after_turns(turns=2), blocks().during("late"), rolls=[1, 1, 1, 1])
    seen = [(words_of(env)["late"], words_of(env)["turns_gone"])]
    seen += [(only(env)["late"], words_of(env)["turns_gone"]) for _ in range(3)]
    assert seen == [("0", "0"), ("0", "1"), ("1", "2"), ("1", "2")]
    assert env.infos[env.agent_selection]["late"] == 1
