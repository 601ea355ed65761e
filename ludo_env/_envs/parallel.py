"""The parallel API for the same environment: all agents act at once, all but one with "idle".

Players who are not to act have exactly one legal action, the last one: PASS, or an extra "idle"
action if the game has no PASS. Rewards, ends and observations are those of the AEC environment
inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from ludo_env._engine.errors import IllegalActionError, LudoError, OrderError, quoted
from ludo_env._engine.spec import Spec
from ludo_env._envs.action_errors import number_of, of_agent
from ludo_env._envs.aec import BoardEnv
from ludo_env._envs.exclusive import exclusive
from ludo_env._envs.observation_text import Column
from ludo_env._envs.settings import Settings


class ParallelBoardEnv(ParallelEnv):
    """A board game as a parallel environment."""

    _inside = False  # a call is running; see `exclusive`

    def __init__(self, spec: Spec, name: str, settings: Settings) -> None:
        self.inner = BoardEnv(spec, name, settings)
        self.spec = spec
        self.settings = self.inner.settings
        self.render_mode = settings.render_mode
        game = self.inner.game
        self.idle = game.pass_action if game.pass_action >= 0 else game.actions
        self.metadata = {**self.inner.metadata, "is_parallelizable": True}
        self.possible_agents = self.inner.possible_agents
        self.action_spaces = self.inner.looks.action_spaces(self.idle + 1)
        self.observation_spaces = self.inner.looks.observation_spaces(self.idle + 1)
        self.state_space = self.inner.state_space
        self.agents: list[str] = []

    @exclusive
    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game; return observations and infos of all agents."""
        self.inner.reset(seed=seed, options=options)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    @exclusive
    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play the action of the agent to act; all others must be idle."""
        if not self.agents:
            raise OrderError("step() needs a running game; call reset() first.")
        self._play(self._numbers(actions))
        inner = self.inner
        terminations, truncations = dict(inner.terminations), dict(inner.truncations)
        result = (
            self._observations(), dict(inner.rewards), terminations, truncations, self._infos(),
        )  # fmt: skip
        if any(terminations.values()) or any(truncations.values()):
            self.agents = []
        return result

    def _numbers(self, actions: Any) -> dict[str, int]:
        """Return an action number for every agent; refuse one outside the action space."""
        if not isinstance(actions, Mapping):
            raise LudoError(
                f"step() takes a dictionary with an action for every agent, not {quoted(actions)}."
            )
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise LudoError(f"step() needs an action for every agent; {missing[0]} has none.")
        return {agent: number_of(agent, actions[agent], self.idle + 1) for agent in self.agents}

    def _play(self, numbers: dict[str, int]) -> None:
        """Play the action of the agent to act, or end the game for agents that act out of turn."""
        inner = self.inner
        meddlers = self._meddlers(numbers)
        actor = inner.agent_selection
        if meddlers:
            inner.forfeit([*meddlers, *([] if self._allows(numbers[actor]) else [actor])])
        elif numbers[actor] < inner.game.actions:
            inner.step(numbers[actor])
        else:
            self._idled(actor)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without the flag of a running call, so that the copy can be used."""
        return {**self.__dict__, "_inside": False}

    def render(self) -> Any:
        """Return the picture, depending on the render mode."""
        return self.inner.render()

    def state(self) -> npt.NDArray[Any]:
        """Return the global state as one row."""
        return self.inner.state()

    def close(self) -> None:
        """Close the window, if there is one."""
        self.inner.close()

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent: always the same object."""
        return of_agent(self.action_spaces, agent)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent: always the same object."""
        return of_agent(self.observation_spaces, agent)

    @property
    def position(self) -> str:
        """The position as text."""
        return self.inner.position

    @property
    def backend(self) -> str:
        """The current backend: "python" until the kernel is compiled and loaded, then "numba"."""
        return self.inner.backend

    def explain_observation(self, row: Any) -> list[Column]:
        """Return an observation of an agent in words: see `BoardEnv.explain_observation`."""
        return self.inner.explain_observation(row)

    def _repr_svg_(self) -> str | None:
        """Return the picture of the game for a notebook; None before reset."""
        return self.inner._repr_svg_()

    def _allows(self, number: int) -> bool:
        return number < self.inner.game.actions and self.inner.allows(number)

    def _idled(self, actor: str) -> None:
        """Treat "idle" of the agent to act as an illegal action, in a game without PASS."""
        inner = self.inner
        if self.settings.illegal == "raise":
            raise IllegalActionError(
                f"{actor} asked for action {self.idle} (idle), but it is their turn; "
                f"position: {inner.position}"
            )
        if self.settings.illegal == "terminate":
            inner.forfeit([actor])
            return
        instead = next(action for action in range(self.idle) if inner.allows(action))
        inner.step(instead)
        inner.infos[actor] = inner.infos[actor] | {"substituted": instead}

    def _meddlers(self, numbers: dict[str, int]) -> list[str]:
        """Return the agents to penalise for acting out of turn; raise if `illegal` is "raise"."""
        inner = self.inner
        found = [
            agent
            for agent, number in numbers.items()
            if agent != inner.agent_selection and number != self.idle
        ]
        if found and self.settings.illegal == "raise":
            raise IllegalActionError(
                f"{found[0]} asked for action {numbers[found[0]]}, but it is the turn of "
                f"{inner.agent_selection}; legal is {self.idle}; position: {inner.position}"
            )
        return [] if self.settings.illegal == "substitute" else found

    def _observations(self) -> dict[str, Any]:
        seen = {}
        for agent in self.agents:
            seen[agent] = self.inner.observe(agent)
            if isinstance(seen[agent], dict):
                seen[agent]["action_mask"] = self._mask(seen[agent]["action_mask"])
        return seen

    def _infos(self) -> dict[str, Any]:
        infos = {agent: dict(self.inner.infos[agent]) for agent in self.agents}
        for info in infos.values():
            if "action_mask" in info:
                info["action_mask"] = self._mask(info["action_mask"])
        return infos

    def _mask(self, inner: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
        """Return the mask of an agent with the idle action, which is legal if no other is."""
        mask = np.zeros(self.idle + 1, np.int8)
        mask[: len(inner)] = inner
        if not inner.any():
            mask[self.idle] = 1
        return mask
