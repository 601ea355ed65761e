"""PettingZoo's tutorial for Stable-Baselines3: how its wrapper reports games with a loser.

The wrapper makes one learner of all seats: each step returns the reward of the agent that has just
acted. A game of ours ends when somebody wins, so the last reward is always the winner's.
"""

import gymnasium
import numpy as np
import pytest

from ludo_env import ludo_v0, strict_ludo_v0

GAMES = 20


def played(env, seed):
    """Play a game at random; return the reward of the last to act, and those of all agents."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    while True:
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        env.step(int(chance.choice(np.flatnonzero(mask))))
        if env.terminations[agent]:
            return env._cumulative_rewards[agent], dict(env.rewards)


@pytest.mark.parametrize("make", [ludo_v0.env, strict_ludo_v0.env])
def test_every_game_seems_won(make):
    """The learner sees +1 at every end, and never the -1 of the losers."""
    env = make(backend="python")
    for seed in range(GAMES):
        shown, rewards = played(env, seed)
        assert shown == 1
        assert sorted(rewards.values()) == [-1, -1, -1, 1]


def test_its_evaluation_counts_two_seats():
    """It omits games in which the first two seats have the same reward: here, about half."""
    env = ludo_v0.env(backend="python")
    rewards = [played(env, seed)[1] for seed in range(GAMES)]
    counted = [one for one in rewards if one["player_0"] != one["player_1"]]
    won_by_others = [one for one in rewards if 1 in (one["player_2"], one["player_3"])]
    assert len(counted) + len(won_by_others) == GAMES
    assert won_by_others


def test_the_single_seat_sees_losses():
    """With the alternative on the page random play wins one game of four, and losses count."""
    env = gymnasium.make("ludo_env/Ludo-v0", opponents="random", backend="python")
    chance, last = np.random.default_rng(0), []
    for seed in range(GAMES):
        _, info = env.reset(seed=seed)
        ended = False
        while not ended:
            action = int(chance.choice(np.flatnonzero(info["action_mask"])))
            _, reward, ended, _, info = env.step(action)
        last.append(reward)
    assert set(last) == {-1, 1}
    assert last.count(-1) > last.count(1)
