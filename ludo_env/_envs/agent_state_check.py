"""Checks of a saved agent state: remaining agents, turn, rewards and infos."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ludo_env._engine.family import DECIDE, OVER, STOPPED
from ludo_env._engine.state import Record

if TYPE_CHECKING:
    from ludo_env._envs.aec import BoardEnv

_MOST_STEPS = 2**62


def complaint(env: BoardEnv, record: Record, agent_state: Mapping[str, Any]) -> str:
    """Return what in the agent state does not fit the game; empty if everything fits."""
    return (
        _agents_complaint(env, agent_state)
        or _flags_complaint(env, record, agent_state)
        or _infos_complaint(env, record, agent_state)
    )


def _agents_complaint(env: BoardEnv, agent_state: Mapping[str, Any]) -> str:
    """Check the names, and that every dictionary has an entry for each agent."""
    known, agents = env.possible_agents, agent_state["agents"]
    if (
        type(agents) is not list
        or not all(type(agent) is str for agent in agents)
        or agents != [agent for agent in known if agent in agents]
    ):
        return f"agents are some of {', '.join(known)}, in this order"
    if not _is_one_of(agent_state["agent_selection"], known):
        return f"agent_selection is one of {', '.join(known)}"
    skipped = agent_state["_skip_agent_selection"]
    if skipped is not None and not _is_one_of(skipped, known):
        return f"_skip_agent_selection is None or one of {', '.join(known)}"
    for name in ("rewards", "terminations", "truncations", "infos", "_cumulative_rewards"):
        if type(agent_state[name]) is not dict or list(agent_state[name]) != agents:
            return f"{name} has an entry for each agent"
    return ""


def _flags_complaint(env: BoardEnv, record: Record, agent_state: Mapping[str, Any]) -> str:
    """Check the flags against the game: ended, or running with the right agent to act."""
    for name in ("rewards", "_cumulative_rewards"):
        if not all(_is_number(reward) for reward in agent_state[name].values()):
            return f"{name} are finite numbers"
    for name in ("terminations", "truncations"):
        flags = list(agent_state[name].values())
        if not all(type(flag) is bool for flag in flags) or len(set(flags)) > 1:
            return f"{name} are all True or all False"
    ended, actor, steps = agent_state["_ended"], agent_state["_actor"], agent_state["_steps"]
    if type(ended) is not bool or type(actor) is not int or type(steps) is not int:
        return "_ended is True or False, and _actor and _steps are whole numbers"
    if not 0 <= steps < _MOST_STEPS or not -1 <= actor < len(env.possible_agents):
        return "_actor and _steps are in their ranges"
    return (
        _end_complaint(env, record, agent_state)
        if ended
        else _turn_complaint(env, record, agent_state)
    )


def _turn_complaint(env: BoardEnv, record: Record, agent_state: Mapping[str, Any]) -> str:
    """Check the agent state of a running game."""
    seat, limit = int(record["seat"][0]), env.settings.max_steps
    if record["phase"][0] != DECIDE:
        return "the game has ended, and its agents have not"
    if (
        agent_state["agents"] != env.possible_agents
        or agent_state["_skip_agent_selection"] is not None
    ):
        return "an agent has left, and the game goes on"
    if agent_state["agent_selection"] != env.possible_agents[seat] or agent_state["_actor"] != seat:
        return f"it is the turn of {env.possible_agents[seat]}"
    for name in ("terminations", "truncations"):
        if any(agent_state[name].values()):
            return f"{name} says that the game has ended, and it goes on"
    if limit is not None and agent_state["_steps"] >= limit:
        return f"a game is truncated after {limit} steps"
    return ""


def _end_complaint(env: BoardEnv, record: Record, agent_state: Mapping[str, Any]) -> str:
    """Check the agent state of a game that has ended, by its rules or by the environment."""
    if not agent_state["agents"]:
        return ""
    if agent_state["agent_selection"] not in agent_state["agents"]:
        return "agent_selection has left the game"
    terminated, truncated = (
        next(iter(agent_state[name].values())) for name in ("terminations", "truncations")
    )
    # The rules set one flag, for a win or an abort; an illegal action sets both.
    by_phase = {OVER: (True, False), STOPPED: (False, True)}
    allowed = by_phase.get(int(record["phase"][0]))
    if (terminated, truncated) != allowed if allowed else not truncated:
        return "terminations and truncations do not say how the game has ended"
    return ""


def _infos_complaint(env: BoardEnv, record: Record, agent_state: Mapping[str, Any]) -> str:
    """Check that the infos are those of the rules; entries added by callers are not checked."""
    wanted = env.looks.opening_infos(record)
    for agent, info in agent_state["infos"].items():
        if type(info) is not dict or not all(type(name) is str for name in info):
            return f"the infos of {agent} are a dictionary with names"
        for name, model in wanted.items():
            if name in info and not _is_like(info[name], model):
                return f"the info {name} of {agent} is not what it is in this game"
    return ""


def _is_one_of(value: Any, known: list[str]) -> bool:
    return isinstance(value, str) and value in known


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) < _MOST_STEPS


def _is_like(value: Any, model: Any) -> bool:
    """Return whether a value is an array or a number like the model."""
    if isinstance(model, np.ndarray):
        return (
            isinstance(value, np.ndarray)
            and (value.dtype, value.shape) == (model.dtype, model.shape)
            and value.dtype != object
        )
    return type(value) is int
