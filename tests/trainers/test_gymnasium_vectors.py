"""Vector wrappers of Gymnasium over a batch of single seats: which of them refuse SameStep."""

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import vector

import ludo_env  # noqa: F401  (registers the games)

OWN = {"opponents": "random", "backend": "python", "max_episode_steps": 3}
REFUSING = {
    "NormalizeObservation": vector.NormalizeObservation,
    "FlattenObservation": vector.FlattenObservation,
    "DtypeObservation": lambda envs: vector.DtypeObservation(envs, np.float64),
}
RUNNING = {
    "NormalizeReward": vector.NormalizeReward,
    "RecordEpisodeStatistics": vector.RecordEpisodeStatistics,
    "DictInfoToList": vector.DictInfoToList,
}


def played(wrapper, mode):
    """Play a wrapped batch through an end of every game."""
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 2, autoreset_mode=mode, **OWN)
    wrapped = wrapper(envs)
    wrapped.reset(seed=1)
    for _ in range(5):
        wrapped.step(envs.action_masks().argmax(1))


@pytest.mark.parametrize("wrapper", REFUSING.values(), ids=REFUSING)
def test_wrappers_that_refuse_same_step(wrapper):
    """Wrappers that transform observations would miss the last one; they accept NextStep."""
    played(wrapper, "NextStep")
    with pytest.raises((ValueError, AssertionError)):  # 1.2 gives no message
        played(wrapper, "SameStep")


@pytest.mark.parametrize("wrapper", RUNNING.values(), ids=RUNNING)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_wrappers_that_run(wrapper, mode):
    """Wrappers that do not change observations accept both modes."""
    played(wrapper, mode)
