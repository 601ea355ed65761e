"""Batches of single seats: many `SeatEnv` games in one call, as a `VectorEnv` of Gymnasium.

Every game waits for its learner. Spaces, rewards, masks and infos are those of the single seat, and
game i of seed s is the single seat after `reset(seed=s + i)`, with the same dice and the same
choices of the opponents. Each opponent gets one call for all games in which it is to act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import IllegalActionError, LudoError, OrderError
from ludo_env._engine.game import game_of
from ludo_env._engine.spec import Spec
from ludo_env._envs.batch_options import ActionReader, game_number, read_options, seed_numbers
from ludo_env._envs.batch_pictures import BatchPictures
from ludo_env._envs.exclusive import exclusive
from ludo_env._envs.masked_spaces import Actions
from ludo_env._envs.observation_text import Column, explained
from ludo_env._envs.seat_games import SeatGames
from ludo_env._envs.seat_number import checked_seat
from ludo_env._envs.seat_reports import SeatReports
from ludo_env._envs.settings import SeatBatchSettings
from ludo_env._envs.spaces import Looks
from ludo_env.agents.league import League

Rows = npt.NDArray[np.bool_]


class SeatBatchEnv(VectorEnv[Any, Any, Any]):
    """Many games, each as player number `seat` sees it; "random" draws the seat of each game.

    `opponents` is as for a single seat. One opponent plays its seat in all games, and a league
    provides a member for each of its seats in each game.
    """

    _inside = False  # a call is running; see `exclusive`

    def __init__(
        self,
        spec: Spec,
        num_envs: int,
        name: str,
        settings: SeatBatchSettings,
        opponents: Any = None,
        seat: Any = 0,
    ) -> None:
        self.name = name
        self.game = game = game_of(spec, settings.backend, waits=False)
        self.settings = settings = settings.checked_for(tuple(game.styles), num_envs)
        self.num_envs = num_envs
        self.seat = checked_seat(seat, game.players)
        self.render_mode = settings.render_mode
        self.autoreset_mode = AutoresetMode(settings.autoreset_mode)
        self.looks = Looks(game, settings)
        self.metadata = {**self.looks.metadata(name), "autoreset_mode": self.autoreset_mode}
        self.single_action_space = Actions(game.actions)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = self.looks.observation_spaces(game.actions)["player_0"]
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.games = SeatGames(
            game, settings.observation, num_envs, opponents, seat, auto_pass=settings.auto_pass
        )
        self._pictures = BatchPictures(game, settings, name, self.games.batch)
        self._actions = np.zeros(num_envs, np.int64)
        self._reader = ActionReader(self._actions, game.actions)
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.ones(num_envs, np.bool_)  # games that wait for a new one
        self._was_terminated = np.zeros(num_envs, np.bool_)  # whether the last step terminated them
        self._reports = SeatReports(self.looks, self.games, drawn=self.seat == "random")
        self._begun = False

    # Lifecycle of the games

    @exclusive
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Any = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games, or those in `options["reset_mask"]`; optionally from a "position"."""
        self._check_open("reset")
        chosen, record = read_options(options, self.game, self.num_envs)
        if not self._begun and not chosen.all():
            raise LudoError("The first reset() must begin all games; it was given a reset_mask.")
        seeds = self._seeds(seed)
        before = self._kept()
        try:
            games = np.flatnonzero(chosen)
            for game in games.tolist():
                if seeds[game] is not None or not self._begun:
                    self.games.batch.reseed(seeds[game], game)
            if record is None:
                self.games.begin(games)
            else:
                self.games.place(record, games)
            self._note_begun(games)
        except BaseException:
            self._put(before)
            raise
        self._begun = True
        return self._reports.observations(), self._reports.infos()

    @exclusive
    def step(self, actions: Any) -> tuple[Any, Any, Rows, Rows, dict[str, Any]]:
        """Play the learners' actions, then the others until each learner's next turn or the end.

        The action of a game that has ended is ignored; the autoreset mode decides when it restarts.
        """
        self._check_begun("step")
        self._reader.read(actions)
        self._reader.check(actions)
        playing = ~self._ended
        legal = self._legal()
        if self.settings.illegal == "raise" and not legal[playing].all():
            raise self._illegal(int(np.flatnonzero(playing & ~legal)[0]))
        # Only what comes from outside can fail between two games.
        before = self._kept() if self.games.may_fail else None
        try:
            return self._step(playing, legal)
        except BaseException:
            if before is None:
                self._begun = False  # interrupted: some games are ahead of others
            else:
                self._put(before)
                self.games.take_back()
            raise

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions of each game as booleans, for sb3-contrib."""
        self._check_begun("action_masks")
        return self.games.batch.masks.astype(np.bool_)

    # Inspection of the games

    def render(self) -> Any:
        """Return a picture or text of each game, depending on the render mode."""
        self._check_begun("render")
        return self._pictures.render()

    @property
    def backend(self) -> str:
        """The current backend: "numba", or "python" until the kernel of a small batch is loaded."""
        return self.games.batch.backend

    @property
    def league(self) -> League | None:
        """The league among the opponents, if there is one."""
        return self.games.league

    def tiled_picture(self, games: int = 16) -> npt.NDArray[np.uint8]:
        """Return one picture of size `render_size` that shows the first games in rows.

        It works with any render mode. `render()` returns a picture of each game of the batch, as
        Gymnasium's wrappers expect.
        """
        self._check_begun("tiled_picture")
        return self._pictures.tiled(games)

    def position(self, game: int) -> str:
        """Return the position of one game as text."""
        self._check_begun("position")
        number = game_number(game, self.num_envs)
        return self.game.position(self.games.batch.records[number : number + 1])

    def explain_observation(self, row: Any) -> list[Column]:
        """Return one game's observation in words: see `SeatEnv.explain_observation`."""
        return explained(self.game, self.settings.observation, row)

    def call(self, name: str, *arguments: Any, **keywords: Any) -> tuple[Any, ...]:
        """Return the result of a method of each single seat, or the value of an attribute."""
        if name in {"action_masks", "render"}:
            return tuple(getattr(self, name)(*arguments, **keywords))
        if name == "position":
            return tuple(self.position(game) for game in range(self.num_envs))
        if name.startswith("_") or not hasattr(self, name) or callable(getattr(self, name)):
            raise LudoError(
                f"A batch of single seats has no {name!r} for each of its games; "
                "action_masks, render, position and plain attributes can be asked for."
            )
        return (getattr(self, name),) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return the value of an attribute of each single seat."""
        return self.call(name)

    @exclusive
    def close_extras(self, **_: Any) -> None:
        """Close the windows, if there are any; a closed batch can no longer be used."""
        self._pictures.close()

    # Copies

    def __reduce__(self) -> Any:
        named = (self.game.spec, self.num_envs, self.name, self.settings)
        made_of = (*named, self.games.opponents, self.seat)
        saved = self._kept() if self._begun and not self.closed else None
        return _restored, (made_of, self.action_space, saved)

    # Internal helpers

    def _step(self, playing: Rows, legal: Rows) -> tuple[Any, Any, Rows, Rows, dict[str, Any]]:
        batch, limit = self.games.batch, self.settings.max_steps
        substituted = np.full(self.num_envs, -1)
        moves = playing & legal
        if self.settings.illegal == "substitute":
            instead = batch.masks.argmax(axis=1)
            substituted[playing & ~legal] = instead[playing & ~legal]
            self._actions[playing & ~legal] = instead[playing & ~legal]
            moves = playing
        self.games.play(self._actions, np.flatnonzero(moves))
        self._steps[moves] += 1
        forfeited = playing & ~moves
        self.games.record(np.flatnonzero(moves & batch.over))
        done = self.games.done
        terminated = forfeited | (moves & batch.over)
        truncated = moves & batch.stopped
        if limit is not None:
            truncated |= moves & ~done & (self._steps == limit)
        rewards = np.where(moves & batch.over, batch.rewards, 0.0)
        rewards[forfeited] = -1.0
        finals: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.DISABLED:
            again = np.zeros(self.num_envs, np.bool_)
            # Flags remain set until the reset.
            terminated |= self._ended & self._was_terminated
            truncated |= self._ended & ~self._was_terminated
        elif self.autoreset_mode == AutoresetMode.SAME_STEP:
            again = terminated | truncated
            finals = self._reports.finals(again, substituted)
        else:
            again = ~playing
        self._ended = (terminated | truncated) & ~again
        self._was_terminated = terminated
        if again.any():
            self.games.begin(np.flatnonzero(again))
            self._note_begun(np.flatnonzero(again))
            substituted[again] = -1
        self._pictures.follow(moves & ~again)
        infos = {**finals, **self._reports.infos(substituted)}
        return self._reports.observations(), rewards, terminated, truncated, infos

    def _legal(self) -> Rows:
        """Return which of the actions are legal."""
        masks = self.games.batch.masks
        legal: Rows = masks[np.arange(self.num_envs), self._actions].astype(np.bool_)
        return legal

    def _illegal(self, game: int) -> IllegalActionError:
        allowed = ", ".join(map(str, np.flatnonzero(self.games.batch.masks[game])))
        return IllegalActionError(
            f"Game {game} was given action {self._actions[game]}, which is not legal there; "
            f"legal are {allowed}; position: {self.position(game)}"
        )

    def _note_begun(self, games: npt.NDArray[np.int64]) -> None:
        """Reset what is kept about games that have begun: steps, flags, infos and pictures."""
        self._steps[games] = 0
        self._ended[games] = False
        self._reports.note_begun(games)
        self._pictures.begin(games)

    def _seeds(self, seed: Any) -> list[int | None]:
        """Return a seed for each game: s, s + 1, .. for a number, as Gymnasium's vectors do."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (list, tuple, np.ndarray)):
            return seed_numbers(seed, self.num_envs)
        first = seed_number(seed)
        return [first + game for game in range(self.num_envs)]

    def _kept(self) -> dict[str, Any]:
        """Return copies of the state of all games."""
        return {
            "games": self.games.kept(),
            "openings": self._reports.kept(),
            "steps": self._steps.copy(),
            "ended": self._ended.copy(),
            "was_terminated": self._was_terminated.copy(),
        }

    def _put(self, kept: dict[str, Any]) -> None:
        """Restore what `_kept` returned."""
        self.games.put(kept["games"])
        self._reports.put(kept["openings"])
        self._steps, self._ended = kept["steps"], kept["ended"]
        self._was_terminated = kept["was_terminated"]

    def _check_open(self, what: str) -> None:
        if self.closed:
            raise OrderError(f"{what} cannot be used after close(); make another batch.")

    def _check_begun(self, what: str) -> None:
        self._check_open(what)
        if not self._begun:
            raise OrderError(f"{what} needs running games; call reset() first.")


def _restored(
    made_of: tuple[Any, ...], action_space: Any, saved: dict[str, Any] | None
) -> SeatBatchEnv:
    """Return a batch in the state in which it was pickled or copied."""
    envs = SeatBatchEnv(*made_of)
    envs.action_space = action_space
    if saved is not None:
        envs._put(saved)
        envs._begun = True
    return envs
