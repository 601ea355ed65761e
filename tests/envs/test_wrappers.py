"""env() against raw_env() inside PettingZoo's three classic wrappers, side by side.

Legal and illegal play, and calls that make no sense: observations, masks, rewards, ends and infos
are the same, and what is an error in one is an error in the other.
"""

import random

import numpy as np
import pytest
from batches import marked_long
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from ludo_env import french_ludo_v0, generals_v0, ludo_v0, strict_ludo_v0
from ludo_env.envs import BoardEnv


class OwnEnv(BoardEnv):
    """A subclass, as users write them."""


def pair(module, **own):
    """Return the lean environment and the wrapped one."""
    wrapped = TerminateIllegalWrapper(module.raw_env(**own), illegal_reward=-1)
    return module.env(**own), OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


def same(lean, wrapped):
    """Check that everything a caller can see is the same."""
    assert lean.agents == wrapped.agents
    assert lean.rewards == wrapped.rewards  # 0 and 0.0 are the same reward
    for name in ("terminations", "truncations", "infos"):
        assert data_equivalence(getattr(lean, name), getattr(wrapped, name)), name
    if not lean.agents:
        return
    assert lean.agent_selection == wrapped.agent_selection
    (seen, reward, *ends), (their_seen, their_reward, *their_ends) = lean.last(), wrapped.last()
    assert data_equivalence(seen, their_seen)
    assert reward == their_reward
    assert data_equivalence(ends, their_ends)
    for agent in lean.possible_agents:
        assert data_equivalence(lean.observe(agent), wrapped.observe(agent))


def mask_of(env):
    """Return the mask of the agent to act, wherever it is."""
    seen, _, _, _, info = env.last()
    return seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]


@pytest.mark.parametrize(
    ("module", "players"),
    [
        (ludo_v0, {"num_players": 3}),
        (strict_ludo_v0, {"num_players": 3}),
        (french_ludo_v0, {"num_players": 3}),
        (generals_v0, {}),
    ],
    ids=["ludo", "strict", "french", "generals"],
)
@pytest.mark.parametrize(
    "own", [{}, {"action_mask": "info"}, {"max_steps": 40}, {"auto_pass": True}], ids=str
)
@pytest.mark.parametrize("illegal_at", marked_long([None, 0, 7, 30], [7]))
def test_side_by_side(module, players, own, illegal_at):
    """G-4: a whole life of an environment, with an illegal action somewhere or nowhere."""
    lean, wrapped = pair(module, backend="python", **players, **own)
    rng = random.Random(illegal_at)
    for seed in (3, 4):
        lean.reset(seed=seed)
        wrapped.reset(seed=seed)
        step = 0
        while lean.agents:
            same(lean, wrapped)
            if lean.terminations[lean.agent_selection] or lean.truncations[lean.agent_selection]:
                action = None
            else:
                mask = mask_of(lean)
                wanted = 0 if step == illegal_at and not mask.all() else 1
                action = int(rng.choice(np.flatnonzero(mask == wanted)))
            lean.step(action)
            wrapped.step(action)
            step += 1
        same(lean, wrapped)
        lean.step(None)  # after all agents have left: both warn, and nothing happens
        wrapped.step(None)
        same(lean, wrapped)


@pytest.mark.parametrize("module", [ludo_v0, generals_v0], ids=["ludo", "generals"])
def test_side_by_side_through_whole_games(module):
    """The same is true for legal actions alone, to the ends of the games."""
    test_side_by_side(module, {}, {}, None)


def refusal(call):
    """Return the message with which a call is refused, which is one sentence."""
    with pytest.raises((AssertionError, ValueError, RuntimeError, AttributeError)) as caught:
        call()
    assert len(str(caught.value)) > 15
    return caught.value


@pytest.mark.parametrize("action", [-1, 5, 99, 1.5, "0", None])
def test_out_of_range(action):
    """An action outside the space is an error in both, and changes nothing."""
    for env in pair(ludo_v0):
        env.reset(seed=5)
        before = env.unwrapped.position
        refusal(lambda env=env: env.step(action))
        assert env.unwrapped.position == before
        assert not any(env.terminations.values())


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(4),
        lambda env: env.observe("player_0"),
        lambda env: env.last(),
        lambda env: env.state(),
        lambda env: env.render(),
        lambda env: next(iter(env.agent_iter())),
        lambda env: env.agents[0],
        lambda env: env.rewards["player_0"],
        lambda env: env.agent_selection,
        lambda env: env.infos["player_0"],
    ],
)
def test_before_reset(call):
    """A call that needs a running game is an error before reset, in both."""
    for env in pair(ludo_v0, render_mode="ansi"):
        refusal(lambda env=env: call(env))


@pytest.mark.parametrize("kind", [BoardEnv, OwnEnv])
def test_a_class_and_its_subclass_before_reset_and_after(kind):
    """Each refuses to list agents before its first game, and keeps its class afterwards."""
    made = ludo_v0.env()
    env = kind(made.spec, made.name, made.settings)
    assert isinstance(env, kind)
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
        with pytest.raises(RuntimeError, match=f"{name} cannot be used before reset"):
            getattr(env, name)
    twin = env.clone()
    env.reset(seed=1)
    assert type(env) is kind
    with pytest.raises(RuntimeError, match="before reset"):
        _ = twin.agents
    twin.set_state(env.get_state())
    assert type(twin) is type(env.clone()) is kind
    assert twin.agents == env.agents
    assert data_equivalence(twin.last(), env.last())


def test_a_loop_that_does_not_step():
    """Asking for the next agent without a step is an error in both."""
    for env in pair(ludo_v0):
        env.reset(seed=1)
        turns = iter(env.agent_iter())
        next(turns)
        refusal(lambda turns=turns: next(turns))


def test_an_action_after_the_end():
    """G-5: once the game is over only None is accepted, in both."""
    for env in pair(ludo_v0):
        env.reset(options={"position": "p0=f,f,f,h4 hit=0 turn=0 dice=1"})
        env.step(3)
        assert env.rewards == {"player_0": 1, "player_1": -1, "player_2": -1, "player_3": -1}
        refusal(lambda env=env: env.step(0))


def test_substitute_plays_the_lowest_legal_action():
    """illegal="substitute": the lowest legal action is played, and the infos name it."""
    env = ludo_v0.env(illegal="substitute")
    env.reset(options={"position": "p0=10,20,y,y turn=0 dice=2"})
    assert env.infos["player_0"]["substituted"] == -1
    env.step(3)
    assert env.position.startswith("p0=12,20,y,y")
    assert env.infos["player_0"]["substituted"] == 0
    assert not any(env.terminations.values())


def test_raise_names_action_reason_and_position():
    """illegal="raise": the error names action, legal actions, rule and position."""
    env = ludo_v0.raw_env()
    env.reset(options={"position": "p0=10,20,y,y p1=51,51,y,y turn=0 dice=4"})
    with pytest.raises(
        ValueError, match=r"player_0 asked for action 0 .piece 0.*blocks: .*legal are 1; "
    ):
        env.step(0)
    with pytest.raises(ValueError, match="leave_yard"):
        env.step(2)
    assert env.position.startswith("p0=10,20,y,y p1=51,51,y,y")


@pytest.mark.parametrize(
    ("observe", "seen"), [(object(), True), (1, True), (0, False), (None, False)]
)
def test_last_takes_any_truth_value(observe, seen):
    """As in PettingZoo, any truth value is accepted; Tianshou's wrapper passes itself."""
    env = ludo_v0.env(num_players=2, backend="python")
    env.reset(seed=1)
    assert (env.last(observe)[0] is not None) == seen


def test_what_a_wrapper_writes_into_the_agent_state_is_read():
    """Rewards, infos and flags are attributes of the environment itself."""
    env = ludo_v0.env(num_players=2, backend="python")
    env.reset(seed=1)
    inner, agent = env.unwrapped, env.agent_selection
    inner._cumulative_rewards[agent] = 0.5
    inner.infos[agent]["mine"] = 7
    inner.truncations = {**inner.truncations, agent: True}
    assert env.last(observe=False)[1:3] == (0.5, False)
    assert env.last()[3] is True
    assert env.infos[agent]["mine"] == env.last()[4]["mine"] == 7
    inner.rewards[agent] = 2.0
    assert env.rewards[agent] == 2.0
