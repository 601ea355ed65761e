"""TorchRL: its wrappers for the AEC environment and for batches, and the example."""

import gymnasium
import pytest

from ludo_env import ludo_v0

pytest.importorskip("torchrl", reason="TorchRL is not installed: pip install torchrl")

import torch
from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv, check_env_specs

LUDO = "ludo_env/Ludo-v0"
OWN = {"opponents": "random", "num_players": 2, "backend": "python", "max_episode_steps": 20}


def batch(**keywords):
    """Return some games as TorchRL sees them, with masks."""
    envs = gymnasium.make_vec(LUDO, 3, **(OWN | {"illegal": "substitute"} | keywords))
    env = GymWrapper(envs, categorical_action_encoding=True).auto_register_info_dict()
    return TransformedEnv(env, ActionMask())


def test_a_batch_is_one_environment():
    """A rollout continues past the ends of games, and all its actions are legal."""
    steps = batch(autoreset_mode="Disabled").rollout(60, break_when_any_done=False)
    assert steps.batch_size == torch.Size([3, 60])
    ends = steps["next", "done"][..., 0]
    assert ends.sum() >= 6
    assert torch.isin(steps["next", "reward"], torch.tensor([-1.0, 0.0, 1.0])).all()
    legal = steps["action_mask"].gather(-1, steps["action"][..., None])
    assert (legal == 1).all()
    # The step after an end is the first of a new game.
    assert (steps["next", "substituted"][~ends] == -1).all()
    assert not steps["done"][:, 1:].any()


def test_next_step_is_refused():
    """TorchRL refuses it, as the page says."""
    with pytest.raises(RuntimeError, match="NEXT_STEP"):
        batch(autoreset_mode="NextStep")


@pytest.mark.parametrize("action_mask", ["obs", "info"])
def test_the_wrapper_of_pettingzoo(action_mask):
    """The wrapper works for AEC and parallel environments, with masks in either place."""
    for make in (ludo_v0.env, ludo_v0.parallel_env):
        env = PettingZooWrapper(
            make(num_players=2, backend="python", action_mask=action_mask), use_mask=True
        )
        check_env_specs(env, seed=1)
        assert len(env.rollout(50)) > 10


def test_the_lines_on_the_page(run_page):
    """The code on the page plays 50 steps of 256 games."""
    assert "torch.Size([256, 50])" in run_page("TorchRL")


def test_same_step_reads_infos_by_itself():
    """No `auto_register_info_dict` is needed, as the page says; masks are there and obeyed."""
    envs = gymnasium.make_vec(LUDO, 3, **OWN, illegal="substitute", autoreset_mode="SameStep")
    env = TransformedEnv(GymWrapper(envs, categorical_action_encoding=True), ActionMask())
    steps = env.rollout(60, break_when_any_done=False)
    assert steps["next", "done"].sum() >= 6
    assert (steps["action_mask"].gather(-1, steps["action"][..., None]) == 1).all()


def test_the_example(check_curve):
    """The example trains for 2000 decisions and writes its curve."""
    check_curve("torchrl_ppo", trainer="torchrl")
