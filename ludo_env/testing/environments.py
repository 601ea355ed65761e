"""Checks an environment from outside, as any trainer would meet it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from ludo_env._engine.errors import ActionRangeError, IllegalActionError
from ludo_env._envs.aec import BoardEnv


def check_env(make: Callable[..., BoardEnv], games: int = 3, seed: int = 0) -> int:
    """Plays games of `make(...)` and checks what every environment promises; how many steps."""
    env = make(illegal="raise")
    steps = 0
    for number in range(games):
        env.reset(seed=seed + number)
        choices = np.random.default_rng(seed + number)
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            legal = _check_masks(env)
            if steps % 50 == 0:
                _check_refusals(env, legal)
                _check_position(env, make)
                _check_copies(env, legal)
            env.step(int(choices.choice(legal)))
            steps += 1
        _check_end(env)
    _check_seeds(make, seed)
    return steps


def _mask(env: BoardEnv, agent: str) -> Any:
    seen = env.observe(agent)
    return seen["action_mask"] if isinstance(seen, dict) else env.infos[agent]["action_mask"]


def _check_masks(env: BoardEnv) -> list[int]:
    """Only the agent to act has legal actions, and at least one."""
    for agent in env.agents:
        mask = _mask(env, agent)
        assert mask.dtype == np.int8, f"the mask of {agent} is {mask.dtype}, not int8"
        assert mask.any() == (agent == env.agent_selection), f"wrong mask for {agent}"
        assert env.observation_space(agent).contains(env.observe(agent)), f"{agent} sees too much"
    return [int(action) for action in np.flatnonzero(_mask(env, env.agent_selection))]


def _check_refusals(env: BoardEnv, legal: list[int]) -> None:
    """What the mask forbids is refused and changes nothing; the reason is given."""
    before = pickle.dumps(env.get_state())
    # Of a large action space some illegal actions, and all legal ones.
    stride = max(1, env.game.actions // 64)
    tried = {*range(len(legal) % stride, env.game.actions, stride), *legal}
    for action in sorted(tried):
        if action in legal:
            assert env.explain(action) == "", f"{action} is legal and yet objected to"
            continue
        assert env.explain(action), f"no rule objects to {action} in {env.position}"
        try:
            env.step(action)
        except IllegalActionError:
            pass
        else:
            raise AssertionError(f"illegal action {action} was played in {env.position}")
    for nonsense in (-1, env.game.actions, 0.5, "0", None):
        assert _is_out_of_range(env, nonsense), f"{nonsense!r} was taken for an action"
    assert pickle.dumps(env.get_state()) == before, "an illegal action changed something"


def _is_out_of_range(env: BoardEnv, action: Any) -> bool:
    try:
        env.step(action)
    except ActionRangeError:
        return True
    return False


def _check_position(env: BoardEnv, make: Callable[..., BoardEnv]) -> None:
    """The text of a position gives the position back, legal actions included."""
    twin = make(illegal="raise")
    twin.reset(seed=1, options={"position": env.position})
    assert twin.position == env.position, f"{env.position!r} came back as {twin.position!r}"
    ours, theirs = _mask(env, env.agent_selection), _mask(twin, twin.agent_selection)
    assert ours.tolist() == theirs.tolist(), f"other legal actions after {env.position!r}"


def _check_copies(env: BoardEnv, legal: list[int]) -> None:
    """Clones, deep copies and pickles go on with the same dice, and are independent."""
    before = env.position
    futures = []
    for twin in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301
        for _ in range(5):
            if twin.terminations[twin.agent_selection]:
                break
            twin.step(int(np.flatnonzero(_mask(twin, twin.agent_selection))[0]))
        futures.append(twin.position)
    assert len(set(futures)) == 1, f"copies of {before!r} went on differently: {futures}"
    assert env.position == before, "playing a copy changed the original"


def _check_end(env: BoardEnv) -> None:
    """All agents end together; rewards are +1 and -1, or so many times as much, or all 0.

    Alone there is but one reward; where a game can be lost by everybody it is -1 for all.
    """
    assert len(set(env.terminations.values())) == 1, "not everybody ended"
    values = sorted(set(env.rewards.values()))
    known = [[0.0], [-values[-1], values[-1]]]
    known += [[1.0]] if len(env.possible_agents) == 1 else []
    known += [[-1.0]] if env.game.facts.get("all_lose") else []
    assert values in known, f"odd rewards at the end: {env.rewards}"
    for agent in list(env.possible_agents):
        assert env.agent_selection == agent, f"{env.agent_selection} left before {agent}"
        env.step(None)
    assert not env.agents, "somebody stayed after the end"


def _check_seeds(make: Callable[..., BoardEnv], seed: int) -> None:
    """Equal seeds give equal games."""
    runs = []
    for _ in range(2):
        env = make(illegal="raise")
        env.reset(seed=seed)
        trace = []
        for _ in range(60):
            if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
                break
            trace.append(env.position)
            env.step(int(np.flatnonzero(_mask(env, env.agent_selection))[-1]))
        runs.append(trace)
    assert runs[0] == runs[1], "equal seeds gave different games"
