"""Tianshou: its wrapper with masks in observations, the trap of masks in infos, the example."""

import numpy as np
import pytest

from ludo_env import ludo_v0

pytest.importorskip("tianshou", reason="Tianshou is not installed: pip install tianshou")

from tianshou.env.pettingzoo_env import PettingZooEnv


def wrapped(action_mask):
    """Return an AEC environment in the wrapper, and its first observation."""
    env = PettingZooEnv(ludo_v0.env(num_players=2, backend="python", action_mask=action_mask))
    return env, env.reset(seed=1)[0]


def test_masks_in_the_observation_are_read():
    """Whole games have legal actions only; at the end each seat has its reward."""
    env, seen = wrapped("obs")
    chance, ended, rewards = np.random.default_rng(0), False, [0, 0]
    while not ended:
        assert 0 < sum(seen["mask"]) <= 5
        action = chance.choice(np.flatnonzero(seen["mask"]))
        seen, rewards, terminated, truncated, _ = env.step(action)
        ended = terminated or truncated
    assert sorted(rewards) == [-1, 1]


def test_masks_in_infos_are_lost():
    """All actions seem legal: Tianshou silently trains on games that illegal actions end."""
    env, seen = wrapped("info")
    assert seen["mask"] == [True] * 5
    illegal = int(env.env.infos[env.env.agent_selection]["action_mask"].argmin())
    assert env.step(illegal)[2]


def test_the_example(check_curve):
    """The example trains for 2000 decisions and writes its curve."""
    check_curve("tianshou_dqn", trainer="tianshou")
