"""SuperSuit: parallel environments as vectors for Gymnasium and Stable-Baselines3."""

import numpy as np
import pytest

from ludo_env import ludo_v0

supersuit = pytest.importorskip(
    "supersuit", reason="SuperSuit is not installed: pip install supersuit"
)

OWN = {"num_players": 2, "backend": "python", "action_mask": "info", "max_steps": 30}


def test_vectors():
    """Seats of three games are rows, which restart after their ends; masks are in the infos."""
    single = supersuit.pettingzoo_env_to_vec_env_v1(ludo_v0.parallel_env(**OWN))
    envs = supersuit.concat_vec_envs_v1(single, 3, num_cpus=0, base_class="gymnasium")
    seen, infos = envs.reset(seed=1)
    assert seen.shape == (6, *single.observation_space.shape)
    chance, ends = np.random.default_rng(0), 0
    for _ in range(100):
        actions = [chance.choice(np.flatnonzero(info["action_mask"])) for info in infos]
        seen, rewards, terminated, truncated, infos = envs.step(np.array(actions))
        assert set(rewards) <= {-1, 0, 1}
        ends += int((terminated | truncated).sum())
    assert ends >= 18


def test_a_wrapper_of_observations():
    """Frames can be stacked, with the mask in the infos."""
    env = supersuit.frame_stack_v1(ludo_v0.env(**OWN), 2)
    env.reset(seed=1)
    single = ludo_v0.env(**OWN).observation_space("player_0").shape
    assert env.observe("player_0").shape == (2 * single[0],)
    assert env.observation_space("player_0").contains(env.observe("player_0"))
