"""Agent state: rewards, ends and infos of each agent, from the first reset to the last dead step.

The attributes belong to the environment, because PettingZoo's wrappers and callers read and set
them there, and every step reads them. These functions change them when a game starts or ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import repeat
from sys import maxsize
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from pettingzoo.utils.env_logger import EnvLogger

from ludo_env._engine.errors import OrderError
from ludo_env._engine.family import OVER
from ludo_env._envs.action_errors import dead_step
from ludo_env._envs.snapshot import copied

if TYPE_CHECKING:
    from ludo_env._envs.aec import BoardEnv

_OVER = OVER << 8
_ENDLESS = maxsize  # the largest count that `repeat` accepts


def start_game(env: BoardEnv, infos: dict[str, Any]) -> None:
    """Start a game with all agents, and give each of them these infos."""
    env.agents = env.possible_agents[:]
    env.rewards = dict.fromkeys(env.agents, 0.0)
    env._cumulative_rewards = dict.fromkeys(env.agents, 0.0)
    env.terminations = dict.fromkeys(env.agents, False)
    env.truncations = dict.fromkeys(env.agents, False)
    env.infos = {agent: copied(infos) for agent in env.agents}
    env._public_numbers = env._read_public_numbers()
    env._skip_agent_selection = None
    env._steps = 0
    env._changes += 1
    env._ended = False


def end_game(env: BoardEnv, status: int) -> None:
    """End a game that was won or aborted by a rule: give all agents their rewards."""
    env._observer, env._actor = status & 0xFF, -1
    returns = env.game.returns(env._session.record)
    _set_rewards(env, dict(zip(env.possible_agents, returns, strict=True)))
    if status & 0xFF00 == _OVER:
        env.terminations = dict.fromkeys(env.agents, True)
    else:
        env.truncations = dict.fromkeys(env.agents, True)
    env._deads_step_first()


def truncate_game(env: BoardEnv) -> None:
    """End a game without a winner after the maximum number of steps."""
    env._actor = -1
    env._mask[:] = 0
    _set_rewards(env, dict.fromkeys(env.agents, 0.0))
    env.truncations = dict.fromkeys(env.agents, True)
    env._deads_step_first()


def forfeit_game(env: BoardEnv, offenders: list[str]) -> None:
    """End a game after an illegal action: -1 for the offenders, 0 for the others."""
    EnvLogger.warn_on_illegal_move()
    env._changes += 1
    for agent in offenders:
        env._cumulative_rewards[agent] = 0.0
    env.terminations = dict.fromkeys(env.agents, True)
    env.truncations = dict.fromkeys(env.agents, True)
    _set_rewards(env, {**dict.fromkeys(env.agents, 0.0), **dict.fromkeys(offenders, -1.0)})
    env._deads_step_first()


def step_dead_agent(env: BoardEnv, action: Any) -> None:
    """Step an agent with None after the end, and remove it."""
    agent = env.agent_selection
    if not env.agents:
        EnvLogger.warn_step_after_terminated_truncated()
        return
    if action is not None:
        raise dead_step(agent, action)
    env._changes += 1
    env._was_dead_step(action)


def recover(env: BoardEnv) -> None:
    """Bring the agent state up to date after an interrupted step."""
    if env._ended or not env._is_reset():
        return
    record = env._session.record
    player, phase = int(record["seat"][0]), int(record["phase"][0])
    if phase >= OVER:
        end_game(env, player + (phase << 8))
    elif player != env._actor:
        env._observer = env._actor = player
        env.agent_selection = env.possible_agents[player]
        env._changes += 1
    env._update_public_infos()


def iterate_agents(env: BoardEnv, max_iter: int) -> Iterator[str]:
    """Iterate over the agents in the order of turns; raise an error if one was not stepped."""
    for _ in repeat(None, min(max_iter, _ENDLESS)):
        if not env.agents:
            return
        changes = env._changes
        yield env.agent_selection
        if changes == env._changes:
            raise OrderError("In a loop over agent_iter(), step() must be called for each agent.")


def mask_of(env: BoardEnv, player: int) -> npt.NDArray[np.int8]:
    """Return the mask of a player; zeros if the player is not to act."""
    return env._mask.copy() if player == env._actor else np.zeros_like(env._mask)


def renew_masks(env: BoardEnv, *agents: str) -> None:
    """Put the current masks into new infos of these agents, as callers may keep the old ones."""
    for agent in agents:
        mask = mask_of(env, env._players[agent])
        env.infos[agent] = env.infos[agent] | {"action_mask": mask}


def reader(numbers: Collection[memoryview]) -> Callable[[], Any]:
    """Return a fast function that reads one number, or several; `step` calls it."""
    if len(numbers) == 1:
        (only,) = numbers
        return lambda: only[0]
    if len(numbers) == 2:
        one, other = numbers
        return lambda: (one[0], other[0])
    return lambda: [number[0] for number in numbers]


def _set_rewards(env: BoardEnv, rewards: dict[str, float]) -> None:
    env._ended = True
    env.rewards = rewards
    env._accumulate_rewards()
