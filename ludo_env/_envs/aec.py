"""The AEC environment: PettingZoo's AEC API for any game of the library, in one class.

It checks the order of calls and the range and legality of actions itself. It behaves like a raw
environment in PettingZoo's three classic wrappers, but is much faster. It contains no rules: turns,
legal actions and winners all come from the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from operator import index
from typing import Any

import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import LudoError, NotResetError, quoted
from ludo_env._engine.family import OVER
from ludo_env._engine.game import game_of
from ludo_env._engine.kernel import REFUSED
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._envs import inspection
from ludo_env._envs.action_errors import illegal_action, number_of, of_agent
from ludo_env._envs.agent_state import (
    end_game,
    forfeit_game,
    iterate_agents,
    mask_of,
    reader,
    recover,
    renew_masks,
    start_game,
    step_dead_agent,
    truncate_game,
)
from ludo_env._envs.dealer import Dealer
from ludo_env._envs.exclusive import busy, exclusive
from ludo_env._envs.rendering import Pictures
from ludo_env._envs.settings import Settings
from ludo_env._envs.snapshot import Saved, add_live, put, restored, take
from ludo_env._envs.spaces import Looks

_OVER = OVER << 8


class BoardEnv(AECEnv):
    """A board game as an AEC environment."""

    # The state of the agents: see `agent_state`.
    agents: Any
    agent_selection: Any
    rewards: Any
    terminations: Any
    truncations: Any
    infos: Any
    _skip_agent_selection: Any
    _ended = True  # a step before the first reset is refused
    _steps = 0
    _changes = 0  # counts calls that change the game; agent_iter watches it

    _inside = False  # a call is running; see `exclusive`
    _observer = -1  # the player whose observation row the session holds
    _actor = -1  # the player whose mask the session holds; -1 after the end

    def __init__(self, spec: Spec, name: str, settings: Settings) -> None:
        self.spec = spec
        self.name = name
        game = game_of(spec, settings.backend, waits=False)
        self.game = game
        self.settings = settings = settings.checked(tuple(game.styles))
        self.render_mode = settings.render_mode
        self.looks = Looks(game, settings)
        self.pictures = Pictures(game, settings, name)
        self.metadata = self.looks.metadata(name)
        self.possible_agents = list(self.looks.agents)
        self.action_spaces = self.looks.action_spaces(game.actions)
        self.observation_spaces = self.looks.observation_spaces(game.actions)
        self.state_space = self.looks.state_space
        self.dealer = Dealer(game, settings.observation, settings.auto_pass)
        self._session = self.dealer.session
        self._count = game.actions
        self._players = {agent: player for player, agent in enumerate(self.possible_agents)}
        self._bind()
        self._substituted = -1  # the action played instead of an illegal one
        if type(self) is BoardEnv:
            self.__class__ = _NewBoardEnv  # until the first reset

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        add_live(cls)

    # Lifecycle of a game

    @exclusive
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. Options: "position", a text; "dice", a list used before random ones."""
        seed = self._seed(seed)
        self._observer = -1  # the row must be written again, even after a failed start
        self._run = self._session.run  # it changes once the game has been compiled
        status = self.dealer.start(seed, options)
        start_game(self, self.looks.opening_infos(self._session.record))
        self._observer = self._actor = player = status & 0xFF
        self.agent_selection = self.possible_agents[player]
        self._note_start()
        if self.looks.mask_in_infos:
            renew_masks(self, *self.agents)
        if status & 0xFF00 >= _OVER:  # chance never reached a decision
            end_game(self, status)
        if self.render_mode is not None:
            self.pictures.begin(self._session.record)
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Play the action of the agent to act, and roll for the next player."""
        if self._inside:  # see `exclusive`
            raise busy()
        try:
            self._inside = True
            if self._ended:
                step_dead_agent(self, action)
                return
            try:
                number = index(action)
            except Exception:  # noqa: BLE001  (an object of the caller's may raise anything)
                number = REFUSED
            try:
                # The kernel plays, rolls and writes the next observation in this one call. It does
                # nothing if the action is not legal.
                if self._script:
                    status = self._play(number)
                else:
                    run = self._run  # a local name is faster than an attribute
                    status = run(self._step_ops, number)
            except OverflowError:  # more than 64 bits
                status = REFUSED
            if status < 0:
                agent = self.agent_selection
                number = self._illegal(agent, self.number(agent, action))
                if number < 0:
                    return
                status = self._play(number)
            self._changes += 1
            acted = self._actor
            if status & 0xFF00 >= _OVER:
                end_game(self, status)
            else:
                self._observer = self._actor = player = status & 0xFF
                self.agent_selection = self.possible_agents[player]
            if self._after_step is not None:
                self._after_step(self.possible_agents[acted], number)
        except BaseException:
            recover(self)
            raise
        finally:
            self._inside = False

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, terminated, truncated and info of the agent to act."""
        agent = self.agent_selection
        seen = None
        if observe:  # any truthy value, as in PettingZoo; Tianshou passes an environment
            if self._observer == self._actor and not self._ended:
                # The fast path: the kernel has already written this row.
                copy_row, copy_mask = self._copy_row, self._copy_mask
                seen = copy_row()
                if self._pairs:
                    seen = {"observation": seen, "action_mask": copy_mask()}
            else:
                seen = self.observe(agent)
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Iterate over the agents in the order of their turns; call `step` once for each."""
        self._check_reset("agent_iter")
        if not isinstance(max_iter, int):
            raise LudoError(f"max_iter is a whole number, not {quoted(max_iter)}.")
        return iterate_agents(self, max_iter)

    def observe(self, agent: str) -> Any:
        """Return the observation of any agent, at any time after reset."""
        self._check_reset("observe")
        player = self._players.get(agent, -1) if type(agent) is str else -1
        if player < 0:
            player = of_agent(self._players, agent)
        if player != self._observer:
            self._session.look(player)
            self._observer = player
        if self.looks.mask_in_infos:
            return self._row.copy()
        return {"observation": self._row.copy(), "action_mask": mask_of(self, player)}

    def state(self) -> npt.NDArray[Any]:
        """Return the global state as one row, seen from the first player, with the dice to play."""
        self._check_reset("state")
        return self.looks.state(self._session.record, self._session.mask)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent: always the same object."""
        try:
            return self.action_spaces[agent]
        except Exception:  # noqa: BLE001  (an object of the caller's may raise anything)
            return of_agent(self.action_spaces, agent)  # raises a clear error

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent: always the same object."""
        return of_agent(self.observation_spaces, agent)

    # Inspection of the game: see `inspection`

    render = inspection.render
    picture = inspection.picture
    close = inspection.close
    describe = inspection.describe
    explain = inspection.explain
    explain_observation = inspection.explain_observation
    _repr_svg_ = inspection.svg

    @property
    def position(self) -> str:
        """The position as text, for `reset(options={"position": ...})`."""
        return inspection.position_of(self)

    @property
    def backend(self) -> str:
        """The current backend: "python" until the kernel is compiled and loaded, then "numba"."""
        return self._session.backend

    # For wrappers around this environment

    def number(self, agent: str, action: Any) -> int:
        """Return an action as a plain number; refuse one outside the action space."""
        return number_of(agent, action, self._count)

    def allows(self, number: int) -> bool:
        """Return whether an action is legal for the agent to act."""
        return bool(self._legal[self.number("The caller of allows()", number)])

    def forfeit(self, offenders: list[str]) -> None:
        """End the game: -1 for the offenders, 0 for the others."""
        forfeit_game(self, offenders)

    # Copies

    @property
    @exclusive
    def record(self) -> Record:
        """A copy of the state as a numpy record, for `Game` and `perft`."""
        self._check_reset("record")
        return self._session.save()[0]

    @exclusive
    def get_state(self) -> Saved:
        """Return everything: the position, generator, scripted dice, and agent state."""
        self._check_reset("get_state")
        return take(self)

    @exclusive
    def set_state(self, saved: Saved) -> None:
        """Restore a state that `get_state` of an environment of the same game returned."""
        put(self, saved)
        self._changes += 1
        self._show_again()

    def _show_again(self) -> None:
        """Mark the legal actions of a restored state and render it."""
        self.dealer.refresh()
        self._observer = -1  # no row is written yet
        self._public_numbers = self._read_public_numbers()
        if self._actor < 0:
            self._mask[:] = 0
        elif self.looks.mask_in_infos:
            renew_masks(self, *self.agents)
        if self.render_mode is not None:
            self.pictures.begin(self._session.record)
        if self.pictures.shown:
            self.render()

    def clone(self) -> BoardEnv:
        """Return an independent environment in the same state."""
        twin = type(self)(self.spec, self.name, self.settings)
        if self._is_reset():
            twin.set_state(self.get_state())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> BoardEnv:
        twin = self.clone()
        twin.take_spaces(deepcopy(self.action_spaces, memo))
        return twin

    def __reduce__(self) -> Any:
        saved = self.get_state() if self._is_reset() else None
        made_of = (self.spec, self.name, self.settings, saved, self.action_spaces)
        return restored, (BoardEnv, *made_of)

    def take_spaces(self, action_spaces: dict[str, spaces.Space[Any]]) -> None:
        """Replace the action spaces, including their random generators."""
        self.action_spaces = action_spaces
        self._bind()

    # Internal helpers

    def _note_start(self) -> None:
        """Note that the attributes of the agents now exist."""

    def _is_reset(self) -> bool:
        return self._changes > 0

    def _check_reset(self, what: str) -> None:
        if not self._is_reset():
            raise NotResetError(f"{what} cannot be used before reset().")

    def _seed(self, seed: int | None) -> int | None:
        return None if seed is None else seed_number(seed)

    def _bind(self) -> None:
        """Bind short names for everything that `step` uses."""
        session, settings = self._session, self.settings
        self._run, self._play = session.run, self.dealer.play
        self._script = self.dealer.script
        self._step_ops = self.dealer.step_ops
        self._mask = session.mask
        self._legal = memoryview(session.mask.data)
        self._row = session.row.reshape(self.looks.shape)
        self._public_columns = self.looks.news(session.record)
        self._read_public_numbers = reader(self._public_columns.values())
        self._public_numbers = self._read_public_numbers()  # as the infos show them
        finishes = (
            self.looks.mask_in_infos
            or settings.max_steps
            or settings.illegal == "substitute"
            or settings.render_mode is not None
        )
        public = self._update_public_infos if self._public_columns else None
        self._after_step = self._finish_step if finishes else public
        for space in self.action_spaces.values():
            space.follow(session)  # type: ignore[attr-defined]
        self._copy_row, self._copy_mask = self._row.copy, self._mask.copy
        self._pairs = not self.looks.mask_in_infos

    def _update_public_infos(self, acted: str = "", action: int = REFUSED) -> None:
        """Update the public infos in new dictionaries, as callers may keep the old ones."""
        numbers = self._read_public_numbers()
        if numbers != self._public_numbers:
            self._public_numbers = numbers
            changed = {name: number[0] for name, number in self._public_columns.items()}
            self.infos = {agent: info | changed for agent, info in self.infos.items()}

    def _finish_step(self, acted: str, action: int) -> None:
        """Do the work after a step that only some settings need."""
        self._steps += 1
        if self._public_columns:
            self._update_public_infos(acted, action)
        if self.settings.illegal == "substitute":
            self.infos[acted] = self.infos[acted] | {"substituted": self._substituted}
            self._substituted = -1
        if self._steps == self.settings.max_steps and not self._ended:
            truncate_game(self)
        if self.looks.mask_in_infos:
            renew_masks(self, acted, self.agent_selection, self.possible_agents[self._observer])
        if self.render_mode is not None:
            self.pictures.follow(self._session.record, action)

    def _illegal(self, agent: str, number: int) -> int:
        """Apply an illegal action; return the action to play instead, or -1."""
        if self.settings.illegal == "raise":
            raise illegal_action(self, agent, number)
        if self.settings.illegal == "substitute":
            self._substituted = int(self._mask.argmax())
            return self._substituted
        self.forfeit([agent])
        return -1


class _NewBoardEnv(BoardEnv):
    """A `BoardEnv` before its first reset, where reading the state of the agents is an error.

    Descriptors raise that error, but attribute access through them takes three times as long. So
    the environment changes to the class without descriptors as soon as the attributes exist.
    """

    def _note_start(self) -> None:
        self.__class__ = BoardEnv


_NewBoardEnv.__name__ = _NewBoardEnv.__qualname__ = BoardEnv.__name__
