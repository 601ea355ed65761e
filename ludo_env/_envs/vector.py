"""Batches: many games in one call, as a `gymnasium.vector.VectorEnv`.

In each game one seat is to act: `actions[i]` is the action of that seat in game i, and `rewards[i]`
is the reward of the seat that has just acted. The rewards of the others are in the infos:

    to_act       (N,)      the seat that acts next; at the end of a game, the one that acted last
    action_mask  (N, A)    its legal actions; zeros when the game has ended
    acted        (N,)      the seat that has just acted
    rewards_all  (N, S)    the reward of every seat, such as -1 for those who lost on another turn

On the step on which a game ends, `terminations` (or `truncations`) is True, and all rewards are
those of that game. With NEXT_STEP the observation is the last one, and the next call ignores the
action and begins a new game, with rewards 0. With SAME_STEP the observation, mask and `to_act` are
already those of the new game, and the last observation is in `final_obs`. With DISABLED the game
does not change until `reset(options={"reset_mask": ...})`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludo_env._engine.batch_loops import (
    ACT,
    DISABLED,
    NEXT_STEP,
    RENEW,
    REST,
    SAME_STEP,
    SHOW,
    SUBSTITUTE,
    TERMINATE,
)
from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import IllegalActionError, LudoError, OrderError
from ludo_env._engine.game import game_of
from ludo_env._engine.read_only import read_only
from ludo_env._engine.spec import Spec
from ludo_env._envs.batch_options import (
    ActionReader,
    game_number,
    game_numbers,
    read_options,
    seed_numbers,
)
from ludo_env._envs.batch_pictures import BatchPictures
from ludo_env._envs.branching import Branches, copy_games, put_games
from ludo_env._envs.exclusive import busy, exclusive
from ludo_env._envs.masked_spaces import row_space
from ludo_env._envs.observation_text import Column, explained
from ludo_env._envs.settings import VectorSettings

_MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}
_NEVER = -1


class BatchEnv(VectorEnv):
    """Many games of one kind as one vector environment, for self-play."""

    _inside = False  # a call is running; see `exclusive`

    def __init__(self, spec: Spec, num_envs: int, name: str, settings: VectorSettings) -> None:
        game = game_of(spec, settings.backend, waits=False)
        self.settings = settings = settings.checked(tuple(game.styles), num_envs)
        self.game = game
        self.num_envs = num_envs
        self.name = name
        self.autoreset_mode = AutoresetMode(settings.autoreset_mode)
        self.metadata = {
            "name": name,
            "render_modes": ["rgb_array", "ansi"],
            "autoreset_mode": self.autoreset_mode,
        }
        style = game.styles[settings.observation]
        self.columns = settings.layout == "columns"
        self.single_observation_space = row_space(style)
        self.observation_space = (
            row_space(style, (style.width, num_envs))
            if self.columns
            else batch_space(self.single_observation_space, num_envs)
        )
        self.single_action_space = spaces.Discrete(game.actions)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = game.batch(
            settings.observation,
            num_envs,
            columns=self.columns,
            threads=settings.threads,
            auto_pass=settings.auto_pass,
        )
        self.render_mode = settings.render_mode
        self._pictures = BatchPictures(game, settings.pictures, name, self.batch)
        self._shape = style.shape
        self._everybody = read_only(np.ones(num_envs, np.bool_))
        self._copies, self._refuses = settings.copy, settings.illegal == "raise"
        self._mode = _MODES[self.autoreset_mode]
        illegal = SUBSTITUTE if settings.illegal == "substitute" else TERMINATE
        self.batch.set_mode(self._mode, illegal, settings.max_steps or _NEVER)
        self._begun = False
        # Arrays that are returned without a copy are read-only: the kernel relies on them.
        batch = self.batch
        rows = read_only(batch.rows)
        self._rows = rows if self.columns else rows.reshape(num_envs, *style.shape)
        self._rewards = read_only(batch.rewards)
        self._reader = ActionReader(batch.actions, game.actions)
        self._read_actions, self._copy_sampled = self._reader.read, batch.sampled.copy
        self._terminated, self._truncated = read_only(batch.terminated), read_only(batch.truncated)
        public = {
            "to_act": read_only(batch.to_act),
            "action_mask": read_only(batch.masks),
            "acted": read_only(batch.acted),
            "rewards_all": read_only(batch.rewards_all),
        }
        # Gymnasium's convention: `_key` says which games have the key; here all do.
        self._public: dict[str, Any] = public | {f"_{name}": self._everybody for name in public}

    @exclusive
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Any = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Begin all games, or those in `options["reset_mask"]`; optionally from a "position"."""
        self._check_open("reset")
        chosen, record = read_options(options, self.game, self.num_envs)
        games = np.flatnonzero(chosen)
        if not self._begun and not chosen.all():
            raise LudoError("The first reset() must begin all games; it was given a reset_mask.")
        self._sow(seed, games)
        if record is not None:
            self.batch.place(record, games)
        self._carry_out(games, RENEW if record is None else SHOW)
        return self._seen(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[
        npt.NDArray[Any],
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play one action in every game."""
        if self._inside:  # see `exclusive`
            raise busy()
        try:
            self._inside = True
            if self.closed or not self._begun:
                self._check_begun("step")
            read = self._read_actions  # a local name is faster than an attribute
            read(actions)
            if self._refuses:
                self._reader.check(actions)
                self._refuse_illegal(self.batch.actions)
            waited = self._ended() if self._mode == DISABLED else None  # their flags remain set
            # An interrupted call leaves some games ahead of others, so all must be reset.
            self._begun = False
            count = self.batch.carry_out(True)
            self._begun = True
            if count < 0:
                raise self._reader.refusal(actions)
            infos = self._infos() if self._copies else self._public.copy()
            if count:
                ended = self._ended()
                if waited is not None:
                    ended &= ~waited
                infos["returns"], infos["_returns"] = self.batch.rewards_all.copy(), ended
                if self._mode == SAME_STEP:
                    self._add_finals(infos, ended)
            if self._copies:
                return (
                    self._rows.copy(), self._rewards.copy(), self._terminated.copy(),
                    self._truncated.copy(), infos,
                )  # fmt: skip
            return self._rows, self._rewards, self._terminated, self._truncated, infos
        finally:
            self._inside = False

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """Draw a legal action for every game, all equally likely; 0 for a game that has ended."""
        if self._inside:  # see `exclusive`
            raise busy()
        try:
            self._inside = True
            if self.closed:
                self._check_open("sample_actions")
            self.batch.sample()
            copy = self._copy_sampled
            drawn: npt.NDArray[np.int64] = copy()
            return drawn
        finally:
            self._inside = False

    @exclusive
    def get_state(self, games: Any = None) -> Branches:
        """Return the state of these games, or all, for `set_state` of a batch of the same kind."""
        self._check_begun("get_state")
        return copy_games(self.batch, self._mode, game_numbers(games, self.num_envs))

    @exclusive
    def set_state(self, saved: Branches, games: Any = None) -> None:
        """Replace these games by saved ones; one saved game may replace several."""
        self._check_open("set_state")
        numbers = game_numbers(games, self.num_envs)
        if len(np.unique(numbers)) < self.num_envs:
            self._check_begun("set_state for some of the games")
        put_games(self.batch, self._mode, saved, numbers)
        self._carry_out(numbers, SHOW)

    def observations(self) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Return the observations of all games, as `reset` and `step` return them."""
        self._check_begun("observations")
        return self._seen(), self._infos()

    def render(self) -> Any:
        """Return a picture or text of each game, depending on the render mode."""
        self._check_begun("render")
        self._pictures.begin(np.arange(self.num_envs))
        return self._pictures.render()

    def tiled_picture(self, games: int = 16) -> npt.NDArray[np.uint8]:
        """Return one picture of size `render_size` that shows the first games in rows.

        It works with any render mode, for example to follow a training run.
        """
        self._check_begun("tiled_picture")
        self._pictures.begin(np.arange(self.num_envs))
        return self._pictures.tiled(games)

    @property
    def backend(self) -> str:
        """The current backend: "numba", or "python" until the kernel of a small batch is loaded."""
        return self.batch.backend

    def position(self, game: int) -> str:
        """Return the position of one game as text."""
        number = game_number(game, self.num_envs)
        return self.game.position(self.batch.records[number : number + 1])

    def explain_observation(self, row: Any) -> list[Column]:
        """Return one game's observation in words: see `BoardEnv.explain_observation`.

        `row` is `observations[game]`, or `observations[:, game]` with the layout "columns".
        """
        return explained(self.game, self.settings.observation, row)

    def __reduce__(self) -> Any:
        saved = self.get_state() if self._begun and not self.closed else None
        made_of = (self.game.spec, self.num_envs, self.name, self.settings)
        return _restored, (made_of, self.action_space, saved)

    @exclusive
    def close_extras(self, **_: Any) -> None:
        """Shut down the threads; a closed batch can no longer be used."""
        self.batch.close()

    def _check_open(self, what: str) -> None:
        if self.closed:
            raise OrderError(f"{what} cannot be used after close(); make another batch.")

    def _check_begun(self, what: str) -> None:
        self._check_open(what)
        if not self._begun:
            raise OrderError(f"{what} needs running games; call reset() first.")

    def _carry_out(self, games: npt.NDArray[np.int64], order: int) -> None:
        """Carry out an order other than a step in some games."""
        batch = self.batch
        self._begun = False
        batch.orders[:] = REST
        batch.orders[games] = order
        batch.carry_out()
        batch.orders[:] = ACT
        self._begun = True

    def _refuse_illegal(self, wanted: npt.NDArray[Any]) -> None:
        batch = self.batch
        legal = batch.masks[np.arange(self.num_envs), wanted].astype(np.bool_)
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            legal |= batch.terminated | batch.truncated  # their actions are ignored
        wrong = np.flatnonzero(~legal)
        if len(wrong):
            game = int(wrong[0])
            allowed = ", ".join(map(str, np.flatnonzero(batch.masks[game])))
            raise IllegalActionError(
                f"Game {game} was given action {int(wanted[game])}, which is not legal there; "
                f"legal are {allowed}; position: {self.position(game)}"
            )

    def _seen(self) -> npt.NDArray[Any]:
        return self._rows.copy() if self._copies else self._rows

    def _infos(self) -> dict[str, Any]:
        if not self._copies:
            return self._public.copy()
        return {
            name: array if name[0] == "_" else array.copy() for name, array in self._public.items()
        }

    def _add_finals(self, infos: dict[str, Any], ended: npt.NDArray[np.bool_]) -> None:
        """Add the last observations of games that have just ended and already restarted."""
        finals = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended):
            final = self.batch.finals[:, game] if self.columns else self.batch.finals[game]
            finals[game] = final.reshape(self._shape).copy()
        infos["final_obs"], infos["_final_obs"] = finals, ended
        infos["final_info"] = {
            "rewards_all": infos["rewards_all"], "_rewards_all": ended,
            "acted": infos["acted"], "_acted": ended,
        }  # fmt: skip
        infos["_final_info"] = ended

    def _ended(self) -> npt.NDArray[np.bool_]:
        return self.batch.terminated | self.batch.truncated

    def _sow(self, seed: Any, games: npt.NDArray[np.int64]) -> None:
        """Seed the games: game i gets stream i of one seed, or stream 0 of its seed in a list."""
        several = isinstance(seed, (list, tuple, np.ndarray))
        seeds = seed_numbers(seed, len(games)) if several else []
        if not self._begun and (several or seed is None):
            self.batch.reseed(self.settings.seed, games, games)
        if several:
            for game, own in zip(games, seeds, strict=True):
                if own is not None:
                    self.batch.reseed(own, game[None], np.zeros(1, np.int64))
        elif seed is not None:
            self.batch.reseed(seed_number(seed), games, games)


def _restored(made_of: tuple[Any, ...], action_space: Any, saved: Branches | None) -> BatchEnv:
    """Return a batch in the state in which it was pickled or copied."""
    envs = BatchEnv(*made_of)
    envs.action_space = action_space
    if saved is not None:
        envs.set_state(saved)
    return envs
