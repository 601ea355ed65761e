"""Stable-Baselines3 over a batch of single seats; `.ci/trainers` installs it."""

import gymnasium
import numpy as np
import pytest

from ludo_env import LudoError

pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from ludo_env.adapters.sb3 import SeatVecEnv

LUDO = "ludo_env/Ludo-v0"
OWN = {"opponents": "random", "num_players": 2, "backend": "python", "max_steps": 30}


def played_beside(steps=90):
    """Return both kinds of vectors, stepped with the same actions, and their results."""
    ours = SeatVecEnv(LUDO, 3, **OWN)
    theirs = DummyVecEnv([lambda: gymnasium.make(LUDO, **OWN) for _ in range(3)])
    random = np.random.default_rng(0)
    for envs in (ours, theirs):
        envs.seed(5)
    yield ours.reset(), theirs.reset(), ours, theirs
    for _ in range(steps):
        masks = get_action_masks(ours)
        np.testing.assert_array_equal(masks, get_action_masks(theirs))
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        yield ours.step(actions), theirs.step(actions), ours, theirs


def test_it_gives_what_dummy_vec_env_gives():
    """Observations, rewards, ends, last observations and truncations agree past ends of games."""
    ends = 0
    for number, (ours, theirs, *_) in enumerate(played_beside()):
        if number == 0:
            np.testing.assert_array_equal(ours, theirs)
            continue
        for mine, other in zip(ours[:3], theirs[:3], strict=True):
            np.testing.assert_array_equal(mine, other)
            assert mine.dtype == other.dtype
        for game in np.flatnonzero(ours[2]):
            ends += 1
            for key in ("terminal_observation", "TimeLimit.truncated"):
                np.testing.assert_array_equal(ours[3][game][key], theirs[3][game][key])
            assert set(ours[3][game]["episode"]) == {"r", "l", "t"}
    assert ends > 6


def test_what_trainers_ask_for():
    """Masks, attributes, wrappers and pictures work, and wrong calls are refused."""
    envs = SeatVecEnv(LUDO, 2, **OWN, render_mode="rgb_array", render_size=(32, 32))
    assert is_masking_supported(envs)
    assert not envs.has_attr("no_such_thing")
    envs.reset()
    assert envs.get_attr("name") == ["ludo_v0"] * 2
    assert envs.env_is_wrapped(VecMonitor) == [False, False]
    assert [image.shape for image in envs.get_images()] == [(32, 32, 3)] * 2
    with pytest.raises(LudoError, match="have no 'seat' of their own to set"):
        envs.set_attr("seat", 1)
    with pytest.raises(LudoError, match="begin again in the same step"):
        SeatVecEnv(LUDO, 2, autoreset_mode="NextStep")
    with pytest.raises(LudoError, match="takes an id of ludo_env, not 'CartPole-v1'"):
        SeatVecEnv("CartPole-v1", 2)


def test_maskable_ppo_trains():
    """A short run trains over it and under VecMonitor, with legal actions only."""
    envs = VecMonitor(SeatVecEnv(LUDO, 4, **(OWN | {"illegal": "raise"})))
    model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=64, n_epochs=1, seed=1)
    model.learn(256)
    assert len(model.ep_info_buffer) >= 4
    assert {episode["r"] for episode in model.ep_info_buffer} <= {-1.0, 0.0, 1.0}
