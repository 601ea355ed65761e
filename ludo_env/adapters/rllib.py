"""RLlib, the new API stack: environments with masks for its action-masking module.

    from ray.tune.registry import register_env
    from ludo_env import ludo_v0
    from ludo_env.adapters.rllib import rllib_env

    register_env("ludo", lambda config: rllib_env(ludo_v0.env(**config)))

RLlib's `ActionMaskingTorchRLModule` needs "observations" and "action_mask", both float32.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from pettingzoo import AECEnv, ParallelEnv
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv

from ludo_env._engine.errors import LudoError, quoted


def rllib_env(env: Any) -> Any:
    """Return an environment for RLlib: a multi-agent one, or one of a single seat.

    Args:
        env: from `env()` or `parallel_env()` of a game, or from `gymnasium.make` with
            `action_mask="obs"`, which is the default of the other two.
    """
    if isinstance(env, AECEnv):
        return AECGame(env)
    if isinstance(env, ParallelEnv):
        return ParallelGame(env)
    if isinstance(env, gymnasium.Env):
        return TransformObservation(env, _converted, _converted_space(env.observation_space))
    raise LudoError(f"RLlib plays environments of PettingZoo or Gymnasium, not {quoted(env)}.")


class _Converted:
    """The common part of both kinds of multi-agent environments."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)  # type: ignore[call-arg]
        # RLlib would list the agents in a different order in each process.
        self.agents = self.possible_agents = list(env.possible_agents)
        self.observation_spaces = {
            agent: _converted_space(env.observation_space(agent)) for agent in self.agents
        }
        self.action_spaces = {agent: env.action_space(agent) for agent in self.agents}
        self.observation_space = spaces.Dict(self.observation_spaces)
        self.render_mode = env.render_mode
        self._render = env.render

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        """Start a game; return observations and infos by agent."""
        seen, infos = super().reset(seed=seed, options=options)  # type: ignore[misc]
        return _all_converted(seen), infos

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        """Play; return observations, rewards, ends and infos by agent."""
        seen, *others = super().step(actions)  # type: ignore[misc]
        return (_all_converted(seen), *others)

    def render(self) -> Any:
        """Return the picture, depending on the render mode."""
        return self._render()


class AECGame(_Converted, PettingZooEnv):
    """A game in turns: RLlib asks for the action of the agent that is to act."""


class ParallelGame(_Converted, ParallelPettingZooEnv):
    """The same game with actions of all agents, all but one of them forced."""


def _converted_space(space: spaces.Space[Any]) -> spaces.Space[Any]:
    if not isinstance(space, spaces.Dict):
        raise LudoError('RLlib reads masks from observations; say action_mask="obs".')
    return spaces.Dict(
        {
            "observations": _float_box(space["observation"]),
            "action_mask": _float_box(space["action_mask"]),
        }
    )


def _float_box(box: Any) -> spaces.Space[Any]:
    low, high = box.low.astype(np.float32), box.high.astype(np.float32)
    return spaces.Box(low, high, dtype=np.float32)


def _converted(seen: Any) -> dict[str, Any]:
    return {
        "observations": seen["observation"].astype(np.float32),
        "action_mask": seen["action_mask"].astype(np.float32),
    }


def _all_converted(seen: dict[str, Any]) -> dict[str, Any]:
    return {agent: _converted(row) for agent, row in seen.items()}
