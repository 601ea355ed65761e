"""Check an environment from outside, as a trainer uses it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from ludo_env._engine.errors import ActionRangeError, IllegalActionError
from ludo_env._envs.aec import BoardEnv
from ludo_env.testing.promises import BrokenPromiseError


def check_env(make: Callable[..., BoardEnv], games: int = 3, seed: int = 0) -> int:
    """Play games of `make(...)`, check what every environment promises, and return the steps.

    A `BrokenPromiseError` says which promise the environment breaks.
    """
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
    """Check that only the agent to act has legal actions, and at least one; return them."""
    for agent in env.agents:
        mask = _mask(env, agent)
        if mask.dtype != np.int8:
            raise BrokenPromiseError(f"The mask of {agent} is {mask.dtype}, not int8.")
        if mask.any() != (agent == env.agent_selection):
            raise BrokenPromiseError(
                f"The mask of {agent} is wrong: only the agent to act has legal actions."
            )
        if not env.observation_space(agent).contains(env.observe(agent)):
            raise BrokenPromiseError(
                f"The observation of {agent} is outside its observation space."
            )
    return [int(action) for action in np.flatnonzero(_mask(env, env.agent_selection))]


def _check_refusals(env: BoardEnv, legal: list[int]) -> None:
    """Check that actions that the mask forbids are refused with a reason and change nothing."""
    before = pickle.dumps(env.get_state())
    # In a large action space, some of the illegal actions are tried, and all legal ones.
    stride = max(1, env.game.actions // 64)
    tried = {*range(len(legal) % stride, env.game.actions, stride), *legal}
    for action in sorted(tried):
        if action in legal:
            if env.explain(action) != "":
                raise BrokenPromiseError(f"explain() objects to action {action}, which is legal.")
            continue
        if not env.explain(action):
            raise BrokenPromiseError(f"No rule objects to {action} in {env.position}.")
        try:
            env.step(action)
        except IllegalActionError:
            pass
        else:
            raise BrokenPromiseError(f"Illegal action {action} was played in {env.position}.")
    for nonsense in (-1, env.game.actions, 0.5, "0", None):
        if not _is_out_of_range(env, nonsense):
            raise BrokenPromiseError(f"{nonsense!r} was taken for an action.")
    if pickle.dumps(env.get_state()) != before:
        raise BrokenPromiseError("An illegal action changed something.")


def _is_out_of_range(env: BoardEnv, action: Any) -> bool:
    try:
        env.step(action)
    except ActionRangeError:
        return True
    return False


def _check_position(env: BoardEnv, make: Callable[..., BoardEnv]) -> None:
    """Check that the text of a position restores it, legal actions included."""
    twin = make(illegal="raise")
    twin.reset(seed=1, options={"position": env.position})
    if twin.position != env.position:
        raise BrokenPromiseError(f"{env.position!r} came back as {twin.position!r}.")
    ours, theirs = _mask(env, env.agent_selection), _mask(twin, twin.agent_selection)
    if ours.tolist() != theirs.tolist():
        raise BrokenPromiseError(
            f"The position {env.position!r} came back with other legal actions."
        )


def _check_copies(env: BoardEnv, legal: list[int]) -> None:
    """Check that clones, copies and pickles are independent and go on with the same dice."""
    before = env.position
    futures = []
    for twin in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301
        for _ in range(5):
            if twin.terminations[twin.agent_selection]:
                break
            twin.step(int(np.flatnonzero(_mask(twin, twin.agent_selection))[0]))
        futures.append(twin.position)
    if len(set(futures)) != 1:
        raise BrokenPromiseError(f"Copies of {before!r} went on differently: {futures}.")
    if env.position != before:
        raise BrokenPromiseError("Playing a copy changed the original.")


def _check_end(env: BoardEnv) -> None:
    """Check that all agents end together, with rewards +1 and -1, a multiple, or all 0.

    With a single agent there is one reward, +1. In a game that everybody can lose, all can get -1.
    """
    if len(set(env.terminations.values())) != 1:
        raise BrokenPromiseError("The game has ended for some agents only.")
    values = sorted(set(env.rewards.values()))
    known = [[0.0], [-values[-1], values[-1]]]
    known += [[1.0]] if len(env.possible_agents) == 1 else []
    known += [[-1.0]] if env.game.facts.all_lose else []
    if values not in known:
        raise BrokenPromiseError(f"The rewards at the end are {env.rewards}.")
    for agent in list(env.possible_agents):
        if env.agent_selection != agent:
            raise BrokenPromiseError(f"{env.agent_selection} left before {agent}.")
        env.step(None)
    if env.agents:
        raise BrokenPromiseError(f"{env.agents} are left after the end.")


def _check_seeds(make: Callable[..., BoardEnv], seed: int) -> None:
    """Check that equal seeds give equal games."""
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
    if runs[0] != runs[1]:
        raise BrokenPromiseError("Equal seeds gave different games.")
