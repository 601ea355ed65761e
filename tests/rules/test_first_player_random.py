"""`first_player_random`: the first player is drawn by lot, not by dice."""

from rule_positions import race

from ludo_env import loose_ludo_v0
from ludo_env.rules import first_player_random


def test_anybody_may_begin():
    """Over many games both begin; equal seeds have the same first player."""
    env = loose_ludo_v0.raw_env(race(first_player_random()), backend="python")
    first = []
    for seed in [*range(30), *range(30)]:
        env.reset(seed=seed)
        first.append(env.agent_selection)
    assert set(first) == {"player_0", "player_1"}
    assert first[:30] == first[30:]


def test_without_it_the_first_player_begins():
    """This is true for any seed."""
    env = loose_ludo_v0.raw_env(race(), backend="python")
    for seed in range(10):
        env.reset(seed=seed)
        assert env.agent_selection == "player_0"
