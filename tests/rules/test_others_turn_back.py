"""`others_turn_back`: colours with fewer than `count` pieces home go backwards."""

from positions import described, expect
from rule_positions import STORM, at


def test_the_storm():
    """L-2: the third piece home begins it; other colours go back, and that colour goes on."""
    env = at("p0=f,f,50,20 p2=10,h1 dice=6", *STORM, rolls=[3, 3, 2])
    assert env.infos["player_0"]["storm"] == 0
    assert "piece 2: 6 from 50 to home" in described(env)
    env.step(2)
    expect(env, storm=1)
    assert env.infos[env.agent_selection]["storm"] == 1
    assert described(env) == {"piece 0: 3 from 10 to 7", "piece 1: 3 from h1 to 49"}
    env.step(0)
    assert described(env) == {"piece 3: 3 from 20 to 23"}
    env.step(3)
    assert described(env) == {"piece 0: 2 from 7 to 5", "piece 1: 2 from h1 to 50"}


def test_before_the_storm():
    """Two pieces home begin nothing, and nobody turns back."""
    env = at("p0=f,50,y,y p2=10 dice=6", *STORM, rolls=[3])
    env.step(1)
    expect(env, p0="f,f,y,y", storm=0)
    assert described(env) == {"piece 0: 3 from 10 to 13"}
