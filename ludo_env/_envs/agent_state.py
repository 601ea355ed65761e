"""Agent state: rewards, ends, infos, and the agent that is stepped once more after the end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from ludo_env._engine.errors import NotResetError, OrderError
from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game
from ludo_env._engine.kernel import REFUSED
from ludo_env._engine.session import Session
from ludo_env._envs.action_errors import dead_step
from ludo_env._envs.snapshot import Live, copied

_OVER = OVER << 8


class Books(AECEnv):
    """The per-agent state that PettingZoo requires of an AEC environment, over successive games.

    The environment itself plays; it has a `game` and a `_session`, and names the agents.
    """

    agents: Any = Live()
    agent_selection: Any = Live()
    rewards: Any = Live()
    terminations: Any = Live()
    truncations: Any = Live()
    infos: Any = Live()

    game: Game
    possible_agents: list[str]
    _session: Session
    _inside = False  # a call is running; see `exclusive`
    _clock = 0  # counts calls that change the game; agent_iter watches it
    _steps = 0
    _shown = -1  # the agent whose row the session holds
    _actor = -1  # the agent whose mask it is; nobody's after the end
    _news: Mapping[str, memoryview] = {}  # public infos of the rules: names and columns
    _mask: npt.NDArray[np.int8]  # the legal actions of the player to act
    _players: dict[str, int]
    _newest: Callable[[], Any]  # the present numbers of the public infos
    _public: Any  # what the infos contain

    def forfeit(self, offenders: list[str]) -> None:
        """End the game: -1 for the offenders, 0 for the others."""
        EnvLogger.warn_on_illegal_move()
        self._clock += 1
        for agent in offenders:
            self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._finish({**dict.fromkeys(self.agents, 0.0), **dict.fromkeys(offenders, -1.0)})
        self._deads_step_first()

    # Internal helpers

    def _open_books(self, opening: dict[str, Any]) -> None:
        """Start a game with all agents and their first infos."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: copied(opening) for agent in self.agents}
        self._public = self._newest()
        self._skip_agent_selection: Any = None
        self._steps = 0
        self._clock += 1
        self._ended = False

    def _tell_news(self, acted: str, action: int) -> None:
        """Update the public infos in new dictionaries, as callers may keep the old ones."""
        newest = self._newest()
        if newest != self._public:
            self._public = newest
            fresh = {name: number[0] for name, number in self._news.items()}
            self.infos = {agent: info | fresh for agent, info in self.infos.items()}

    def _mask_of(self, player: int) -> npt.NDArray[np.int8]:
        return self._mask.copy() if player == self._actor else np.zeros_like(self._mask)

    def _renew_infos(self, *agents: str) -> None:
        """Renew the infos of agents whose mask has changed: callers may keep the old ones."""
        for agent in agents:
            mask = self._mask_of(self._players[agent])
            self.infos[agent] = self.infos[agent] | {"action_mask": mask}

    def _turns(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            clock = self._clock
            yield self.agent_selection
            if clock == self._clock:
                raise OrderError(
                    "In a loop over agent_iter(), step() must be called for each agent."
                )

    def _end(self, status: int) -> None:
        """End a game that was won or aborted by a rule: give everybody their rewards."""
        self._shown, self._actor = status & 0xFF, -1
        returns = self.game.returns(self._session.record)
        self._finish(dict(zip(self.possible_agents, returns, strict=True)))
        if status & 0xFF00 == _OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.truncations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _catch_up(self) -> None:
        """Bring the agent state up to date after an interrupted step."""
        if self._ended or not self._is_reset():
            return
        record = self._session.record
        player, phase = int(record["seat"][0]), int(record["phase"][0])
        if phase >= OVER:
            self._end(player + (phase << 8))
        elif player != self._actor:
            self._shown = self._actor = player
            self.agent_selection = self.possible_agents[player]
            self._clock += 1
        if self._news:
            self._tell_news(self.agent_selection, REFUSED)

    def _truncate(self) -> None:
        """End a game without a winner after the maximum number of steps."""
        self._actor = -1
        self._mask[:] = 0
        self._finish(dict.fromkeys(self.agents, 0.0))
        self.truncations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _finish(self, rewards: dict[str, float]) -> None:
        self._ended = True
        self.rewards = rewards
        self._accumulate_rewards()

    def _step_dead(self, action: Any) -> None:
        """Step an agent with None after the end, and remove it."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if action is not None:
            raise dead_step(self.agent_selection, action)
        self._clock += 1
        self._was_dead_step(action)

    def _is_reset(self) -> bool:
        return self._clock > 0

    def _check_reset(self, what: str) -> None:
        if not self._is_reset():
            raise NotResetError(f"{what} cannot be used before reset().")


def reader(numbers: Collection[memoryview]) -> Callable[[], Any]:
    """Return a function that reads one number, or several; every step calls it."""
    if len(numbers) == 1:
        (only,) = numbers
        return lambda: only[0]
    if len(numbers) == 2:
        one, other = numbers
        return lambda: (one[0], other[0])
    return lambda: [number[0] for number in numbers]
