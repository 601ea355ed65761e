"""The environments under their names: for PettingZoo, for Gymnasium, and for `make_vec`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gymnasium
import pettingzoo

from ludo_env._engine.arguments import is_one_of
from ludo_env._engine.errors import LudoError, nearest, quoted
from ludo_env._envs.vector import BatchEnv
from ludo_env.catalogue import ENVIRONMENTS


def make_vec(id: str, num_envs: int, **keywords: Any) -> BatchEnv:  # noqa: A002  (Gymnasium's word)
    """Many games in one call: `make_vec("ludo_v0", 4096)`; any id of the game will do."""
    for entry in ENVIRONMENTS:
        if is_one_of(id, entry.ids):
            batch_env = import_module(f"ludo_env.envs.{entry.module}").batch_env
            return batch_env(num_envs, **keywords)  # type: ignore[no-any-return]
    known = sorted(entry.module for entry in ENVIRONMENTS)
    raise LudoError(f"There is no game {quoted(id)}; {nearest(id, known)}")


def register_all() -> None:
    """Makes the games known to both libraries; registering twice does nothing."""
    for entry in ENVIRONMENTS:
        path, name = f"ludo_env.envs.{entry.module}", entry.pettingzoo_id
        if hasattr(pettingzoo, "register") and name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, f"{path}:env")
            pettingzoo.register("parallel", name, f"{path}:parallel_env")
        if entry.gymnasium_id not in gymnasium.registry:
            gymnasium.register(
                entry.gymnasium_id,
                entry_point=f"{path}:single_env",
                vector_entry_point=f"{path}:batch_env",
            )
