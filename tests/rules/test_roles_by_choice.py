"""`roles_by_choice`: the winner of a toss chooses a role, and the Attacker begins."""

import pytest
from generals_positions import (
    do,
    expect,
    generals,
)


@pytest.mark.parametrize(("said", "attacker"), [("ATTACKER", 1), ("DEFENDER", 0)])
def test_who_wins_the_toss_chooses(said, attacker):
    """The Attacker begins."""
    env = generals("phase=toss turn=1", [3], backend="python")
    expect(env, legal="ATTACKER DEFENDER")
    do(env, said)
    expect(env, attacker=attacker, turn=attacker, phase="move")


def test_either_may_win_it():
    """Over many games both players win it."""
    env, first = generals("", backend="python"), set()
    for seed in range(20):
        env.reset(seed=seed)
        first.add(env.agent_selection)
    assert first == {"player_0", "player_1"}
