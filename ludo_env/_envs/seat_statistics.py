"""Statistics of self-play: the returns of all seats, which the rewards of steps do not show."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorWrapper

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._envs.vector import BatchEnv


class RecordSeatStatistics(VectorWrapper):
    """Records returns and lengths of finished games of a batch (`make_vec`), for every seat.

    The reward of a step belongs to the seat that has just moved, so a sum of rewards counts only
    wins. On the step on which a game ends (`infos["_episode"]`), `infos["episode"]` contains "r",
    the return of each seat, (N, seats), and "l", the number of decisions, (N,). `returns` and
    `lengths` have the last `buffer_length` games.
    """

    def __init__(self, env: Any, buffer_length: int = 100) -> None:
        batch = getattr(env, "unwrapped", env)
        if not isinstance(batch, BatchEnv):
            raise LudoError(
                "RecordSeatStatistics is for batches of all seats, which make_vec makes; for "
                "single seats Gymnasium's RecordEpisodeStatistics is right."
            )
        if not is_whole(buffer_length, 1):
            raise LudoError(f"buffer_length is a whole number from 1, not {quoted(buffer_length)}.")
        super().__init__(env)
        self._mode = batch.autoreset_mode
        self.returns: deque[npt.NDArray[np.float32]] = deque(maxlen=buffer_length)
        self.lengths: deque[int] = deque(maxlen=buffer_length)
        self._steps = np.zeros(self.num_envs, np.int64)
        self._ended = np.zeros(self.num_envs, np.bool_)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games, or some; keep the recorded statistics."""
        seen, infos = self.env.reset(seed=seed, options=options)
        chosen = (options or {}).get("reset_mask")
        begun = np.ones(self.num_envs, np.bool_) if chosen is None else np.asarray(chosen)
        self._steps[begun] = 0
        self._ended[begun] = False
        return seen, infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action in every game, and record those that end."""
        seen, rewards, terminated, truncated, infos = self.env.step(actions)
        # A game that had already ended was only restarted, or waits for its reset.
        played = ~self._ended
        self._steps[played] += 1
        ended = (terminated | truncated) & played
        if ended.any():
            rows = np.flatnonzero(ended)
            self.returns.extend(infos["rewards_all"][rows].copy())
            self.lengths.extend(self._steps[rows].tolist())
            infos["episode"] = {
                "r": np.where(ended[:, None], infos["rewards_all"], 0),
                "l": np.where(ended, self._steps, 0),
                "_r": ended.copy(),
                "_l": ended.copy(),
            }
            infos["_episode"] = ended.copy()
        if self._mode == AutoresetMode.SAME_STEP:
            self._steps[ended] = 0
        elif self._mode == AutoresetMode.NEXT_STEP:
            self._steps[~played] = 0
            self._ended = ended
        else:
            self._ended |= ended
        return seen, rewards, terminated, truncated, infos
