"""One seat of a game as a gymnasium environment, for single-agent learners.

The learner plays one seat, and opponents play the others inside `step`. The reward is that of the
learner: +1 if their side wins and -1 if it loses. It comes on the step on which the game ends, even
if an opponent made the last move.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import LudoError, NotResetError, OrderError, StateError, quoted
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import game_of
from ludo_env._engine.spec import Spec
from ludo_env._envs import inspection
from ludo_env._envs.action_errors import illegal_action, number_of
from ludo_env._envs.dealer import Dealer
from ludo_env._envs.exclusive import exclusive
from ludo_env._envs.masked_spaces import Actions
from ludo_env._envs.rendering import Pictures
from ludo_env._envs.seat_number import checked_seat
from ludo_env._envs.seats import Others
from ludo_env._envs.settings import Settings
from ludo_env._envs.snapshot import copied
from ludo_env._envs.spaces import Looks
from ludo_env.agents.league import League

_OVER = OVER << 8
# Maximum number of games that are started until the learner has a turn.
_DEALS = 1000

# What a copy contains, besides the game itself.
_KEPT = (
    *("spec", "_np_random", "_np_random_seed", "action_space"),
    *("_learner", "_steps", "_begun", "_waiting", "_opening"),
)


class SeatEnv(gymnasium.Env[Any, Any]):
    """A board game as player number `seat` sees it; "random" draws the seat at each reset.

    `opponents` is an agent, its name, a callable, a league, or a list of them in the order of the
    other seats, team-mates included (see `_envs/opponents.py`). `max_steps` counts the steps of the
    learner.
    """

    _inside = False  # a call is running; see `exclusive`

    def __init__(
        self, spec: Spec, name: str, settings: Settings, opponents: Any = None, seat: Any = 0
    ) -> None:
        self.name = name
        self.game = game = game_of(spec, settings.backend, waits=False)
        self.settings = settings = settings.checked(tuple(game.styles))
        self.seat = checked_seat(seat, game.players)
        self.render_mode = settings.render_mode
        self.looks = Looks(game, settings)
        self.pictures = Pictures(game, settings, name)
        self.metadata = self.looks.metadata(name)
        self.action_space = Actions(game.actions)
        self.observation_space = self.looks.observation_spaces(game.actions)["player_0"]
        self.dealer = Dealer(game, settings.observation, settings.auto_pass)
        self._others = Others(self.dealer, opponents)
        self._session = session = self.dealer.session
        self._mask = session.mask
        self._legal = memoryview(session.mask.data)
        self._row = session.row.reshape(self.looks.shape)
        self._public_columns = self.looks.news(session.record)
        self._steps = 0
        self._begun = False
        self._waiting = False  # for an action of the learner
        self._opening: dict[str, Any] = {}  # the infos from the start of the game
        self._sit(0 if self.seat == "random" else self.seat)

    # Lifecycle of a game

    @exclusive
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a game and play until it is the learner's turn.

        Options: "position", a text; "dice", a list used before random ones. A game that is over
        before the learner's first turn is started again; with a position that is an error.
        """
        seed = None if seed is None else seed_number(seed)
        self._start(seed, options)
        if self.render_mode is not None:
            self.pictures.begin(self._session.record)
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    @exclusive
    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the others until the learner's next turn or the end."""
        waiting = self._waiting
        try:
            return self._step(action)
        except BaseException:
            if waiting:
                self._recover()
            raise

    def _recover(self) -> None:
        """Finish an interrupted call: the others play until the learner is to act."""
        self._waiting = False
        status = self.dealer.refresh()
        if not self._others.may_fail:
            status = self._others.play(status)
        self._waiting = status & 0xFF00 < _OVER and status & 0xFF == self._learner
        self._session.look(self._learner)

    def _step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._waiting:
            raise OrderError("No game waits for an action: reset() begins one.")
        agent, substituted = f"player_{self._learner}", -1
        number = number_of(agent, action, self.game.actions)
        if not self._legal[number]:
            if self.settings.illegal == "raise":
                raise illegal_action(self, agent, number)  # type: ignore[arg-type]
            if self.settings.illegal == "terminate":
                self._waiting = False
                return self._observation(), -1.0, True, False, self._info()
            number = substituted = int(self._mask.argmax())
        status = self._played(number)
        self._steps += 1
        reward, terminated, truncated = 0.0, False, self._steps == self.settings.max_steps
        if status & 0xFF00 >= _OVER:
            self._session.look(self._learner)
            reward = self.game.returns(self._session.record)[self._learner]
            terminated = status & 0xFF00 == _OVER
            truncated = not terminated  # a rule has aborted the game
            if terminated:
                self._others.record()
        self._waiting = not (terminated or truncated)
        if self.render_mode is not None:
            self.pictures.follow(self._session.record)
        return self._observation(), reward, terminated, truncated, self._info(substituted)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions as booleans, for sb3-contrib."""
        self._check_reset("action_masks")
        return self._mask.astype(np.bool_)

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

    @property
    def league(self) -> League | None:
        """The league among the opponents, if there is one."""
        return self._others.league

    # For wrappers around this environment

    def allows(self, number: int) -> bool:
        """Return whether an action is legal now."""
        caller = "The caller of allows()"
        return bool(self._legal[number_of(caller, number, self.game.actions)])

    # Copies

    def __reduce__(self) -> Any:
        made_of = (self.game.spec, self.name, self.settings, self._others.opponents, self.seat)
        return type(self), made_of, self._kept()

    def __deepcopy__(self, memo: dict[int, Any]) -> SeatEnv:
        made, (spec, *others), state = self.__reduce__()
        twin: SeatEnv = made(spec, *deepcopy(others, memo))
        twin.__setstate__(deepcopy(state, memo))
        return twin

    def __setstate__(self, state: Any) -> None:
        """Restore a running game into a new environment, after checking all of it."""
        self._put(self._checked(state))
        if self._begun:
            self.pictures.begin(self._session.record)

    # Internal helpers

    def _played(self, number: int) -> int:
        """Play an action and the others' replies; undo all of it if one of them fails."""
        before = self.dealer.save() if self._others.may_fail or self.dealer.script else None
        try:
            return self._others.play(self.dealer.play(number))
        except BaseException:
            if before is not None:
                self.dealer.put(before)
            raise

    def _start(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Start a game; on an error keep the running one unchanged."""
        placed = isinstance(options, Mapping) and options.get("position") is not None
        # Only a position, dice that do not fit, or an opponent can make this fail half-way.
        before = self._kept() if options is not None or self._others.may_fail else None
        try:
            status = self.dealer.start(seed, options)
            super().reset(seed=seed)
            if seed is not None:
                self._others.chance.reseed(seed)
            self._deal(status, again=not placed)
        except BaseException:
            if before is not None:
                self._put(before)
            raise

    def _deal(self, status: int, again: bool) -> None:
        """Play until it is the learner's turn; start again if the learner never has one."""
        self._begun, self._waiting, self._steps = True, False, 0
        if self.seat == "random":
            self._sit(self._others.chance.draw(self.game.players))
        for _ in range(_DEALS):
            self._others.new_game()
            self._opening = self.looks.opening_infos(self._session.record)
            if self._others.play(status) & 0xFF00 < _OVER:
                self._waiting = True
                return
            if not again:
                raise LudoError(
                    f"From this position the game was over before player_{self._learner} could act."
                )
            status = self.dealer.start(None, None)
        raise LudoError(f"In {_DEALS} games player_{self._learner} never came to act.")

    def _kept(self) -> Any:
        """Return what `__setstate__` takes, with the current state of chance."""
        parts = {name: getattr(self, name) for name in _KEPT}
        parts["_np_random"] = deepcopy(self._np_random)
        return parts, self._others.save(), self.dealer.save() if self._begun else None

    def _checked(self, state: Any) -> Any:
        """Return the checked parts of `_kept`; raise a `StateError` on an invalid one."""
        if not isinstance(state, tuple) or len(state) != 3 or not isinstance(state[0], dict):
            raise StateError(f"This is not a saved environment of one seat: {quoted(state)}.")
        parts, others, dealt = state
        wanted: dict[str, tuple[type, ...]] = {
            "_learner": (int,), "_steps": (int,), "_begun": (bool,), "_waiting": (bool,),
            "_opening": (dict,), "action_space": (Actions,), "_np_random_seed": (int, type(None)),
            "_np_random": (np.random.Generator, type(None)),
            "spec": (gymnasium.envs.registration.EnvSpec, type(None)),
        }  # fmt: skip
        wrong = [name for name in _KEPT if type(parts.get(name)) not in wanted[name]]
        if wrong or set(parts) != set(_KEPT):
            raise StateError(f"A saved environment has no such {', '.join(wrong) or 'parts'}.")
        if not 0 <= parts["_learner"] < self.game.players or parts["_steps"] < 0:
            raise StateError("The learner of a saved environment sits at a seat of the game.")
        if parts["action_space"].n != self.game.actions:
            raise StateError(f"The actions of this game are 0..{self.game.actions - 1}.")
        others = self._others.checked(others, begun=parts["_begun"])
        if not parts["_begun"]:
            return parts | {"_waiting": False}, others, None
        dealt = self.dealer.checked(dealt)
        phase, seat = int(dealt.record["phase"][0]), int(dealt.record["seat"][0])
        if parts["_waiting"] and (phase != DECIDE or seat != parts["_learner"]):
            raise StateError("A saved environment waits for a learner who is not to act.")
        return parts, others, dealt

    def _put(self, state: Any) -> None:
        """Restore what `_kept` or `_checked` returned."""
        parts, others, dealt = state
        self._others.put(others)
        self.__dict__.update(parts)
        if dealt is not None:
            self.dealer.put(dealt)
            self.dealer.refresh()
            self._session.look(self._learner)
        self._sit(self._learner)

    def _sit(self, learner: int) -> None:
        self._learner = learner
        self._others.sit(learner)
        self.action_space.follow(self._session)  # type: ignore[attr-defined]

    def _observation(self) -> Any:
        """Return the learner's observation, from the row that is already written."""
        if self.looks.mask_in_infos:
            return self._row.copy()
        return {"observation": self._row.copy(), "action_mask": self._mask.copy()}

    def _info(self, substituted: int = -1) -> dict[str, Any]:
        """Return new infos: those of the rules, the seat if it is drawn, the mask, and others."""
        info: dict[str, Any] = copied(self._opening)
        info.update({name: number[0] for name, number in self._public_columns.items()})
        if self.settings.illegal == "substitute":
            info["substituted"] = substituted
        if self.seat == "random":
            info["seat"] = self._learner
        if self._others.league is not None:
            info["members"] = self._others.members
        if self.looks.mask_in_infos:
            info["action_mask"] = self._mask.copy()
        return info

    def _is_reset(self) -> bool:
        return self._begun

    def _check_reset(self, what: str) -> None:
        if not self._begun:
            raise NotResetError(f"{what} cannot be used before reset().")
