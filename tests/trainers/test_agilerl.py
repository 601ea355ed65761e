"""AgileRL: the example with DQN, and IPPO, which fails on masks that are arrays."""

import importlib.util

import pytest

from ludo_env import ludo_v0

pytest.importorskip("agilerl", reason="AgileRL is not installed: pip install agilerl peft")

from agilerl.algorithms import IPPO


def ippo():
    """Return IPPO for a parallel environment, and the environment's first observations."""
    env = ludo_v0.parallel_env(num_players=2, backend="python", action_mask="info")
    agents = env.possible_agents
    spaces = [
        [space(agent) for agent in agents] for space in (env.observation_space, env.action_space)
    ]
    return IPPO(*spaces, agents), *env.reset(seed=1)


def test_the_example(check_curve):
    """The example trains for 2000 decisions and writes its curve."""
    check_curve("agilerl_dqn", trainer="agilerl")


def test_ippo_still_fails_on_arrays():
    """IPPO evaluates `None in [array]`; the page mentions this for as long as it does."""
    learner, seen, infos = ippo()
    try:
        learner.get_action(seen, infos=infos)
    except ValueError as error:
        assert "truth value of an array" in str(error)  # noqa: PT017  (the other way is a failure)
    else:
        pytest.fail("IPPO takes masks that are arrays now: update docs/use/trainers.md.")


def test_ippo_takes_lists():
    """The workaround on the page works: masks as lists."""
    learner, seen, infos = ippo()
    for info in infos.values():
        info["action_mask"] = info["action_mask"].tolist()
    actions = learner.get_action(seen, infos=infos)[0]
    assert {agent: int(action[0]) for agent, action in actions.items()}["player_1"] == 4
    assert importlib.util.find_spec("peft")
