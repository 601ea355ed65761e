"""Stable-Baselines3: many single seats as a `VecEnv`, without a Python loop over environments.

    from sb3_contrib import MaskablePPO
    from ludo_env.adapters.sb3 import SeatVecEnv

    envs = SeatVecEnv("ludo_env/Ludo-v0", 64, opponents="random")
    MaskablePPO("MlpPolicy", envs).learn(1_000_000)

Episode returns and lengths are in the infos, as `VecMonitor` writes them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from ludo_env._engine.arguments import is_one_of
from ludo_env._engine.errors import LudoError, OrderError, nearest, quoted
from ludo_env.catalogue import ENVIRONMENTS
from ludo_env.envs import SeatBatchEnv

Indices = int | Sequence[int] | None


class SeatVecEnv(VecEnv):
    """A batch of single seats for Stable-Baselines3 and sb3-contrib.

    Args:
        id: a registered id, such as "ludo_env/Ludo-v0".
        num_envs: the number of games.
        keywords: those of `gymnasium.make_vec`: `opponents`, `seat`, `observation`, ...
    """

    def __init__(self, id: str, num_envs: int, **keywords: Any) -> None:  # noqa: A002
        if "autoreset_mode" in keywords:
            raise LudoError("Stable-Baselines3 has games begin again in the same step, always.")
        envs = _batch(id)(num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **keywords)
        self.envs: SeatBatchEnv = envs
        self._actions: Any = None
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._begun_at = np.zeros(num_envs)
        super().__init__(num_envs, envs.single_observation_space, envs.single_action_space)
        self.metadata = envs.metadata

    def reset(self) -> Any:
        """Begin all games, with the seeds and options that were set."""
        options = next((given for given in self._options if given), None)
        seen, infos = self.envs.reset(seed=list(self._seeds), options=options)
        self.reset_infos = [self._info(infos, game) for game in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:], self._begun_at[:] = 0, 0, time.time()
        return seen

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Store the actions for the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, npt.NDArray[Any], npt.NDArray[Any], list[dict[str, Any]]]:
        """Play one action in every game."""
        if self._actions is None:
            raise OrderError("step_wait() needs actions; call step_async() first.")
        seen, rewards, terminated, truncated, infos = self.envs.step(self._actions)
        self._actions = None
        self._returns += rewards
        self._lengths += 1
        done = terminated | truncated
        said: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        now = time.time()
        for game in np.flatnonzero(done).tolist():
            said[game] = self._info(infos.get("final_info", {}), game) | {
                "terminal_observation": infos["final_obs"][game],
                "TimeLimit.truncated": bool(truncated[game] and not terminated[game]),
                "episode": {
                    "r": float(self._returns[game]),
                    "l": int(self._lengths[game]),
                    "t": round(now - self._begun_at[game], 6),
                },
            }
            self.reset_infos[game] = self._info(infos, game)
        self._returns[done], self._lengths[done], self._begun_at[done] = 0, 0, now
        return seen, rewards.astype(np.float32), done, said

    def close(self) -> None:
        """Close the batch."""
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute of each of the games."""
        if attr_name == "action_masks":
            return [self.envs.action_masks for _ in self._get_indices(indices)]
        try:
            values = self.envs.get_attr(attr_name)
        except LudoError as error:
            raise AttributeError(str(error)) from error
        return [values[game] for game in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refuse: the games of a batch have no attributes of their own."""
        raise LudoError(f"The games of a batch have no {quoted(attr_name)} of their own to set.")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Return the result of a method, such as `action_masks` or `render`, for each game."""
        results = self.envs.call(method_name, *method_args, **method_kwargs)
        return [results[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        """Return False for each game, as there are no wrappers."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[Any]:
        """Return a picture of each game."""
        return list(self.envs.render())

    def _info(self, infos: dict[str, Any], game: int) -> dict[str, Any]:
        """Return the info of one game, as for a single seat."""
        return {
            name: array[game]
            for name, array in infos.items()
            if isinstance(array, np.ndarray)
            and not name.startswith(("_", "final_"))
            and name != "action_mask"
        }


def _batch(id: Any) -> Any:  # noqa: A002
    """Return the function that makes a batch of single seats for an id."""
    for entry in ENVIRONMENTS:
        if is_one_of(id, entry.ids):
            return import_module(f"ludo_env.envs.{entry.module}").single_batch_env
    known = [entry.gymnasium_id for entry in ENVIRONMENTS]
    raise LudoError(f"SeatVecEnv takes an id of ludo_env, not {quoted(id)}; {nearest(id, known)}")
