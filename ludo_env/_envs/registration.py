"""The environments under their names: for PettingZoo, for Gymnasium, and for `make_vec`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gymnasium
import pettingzoo

from ludo_env._engine.arguments import is_one_of
from ludo_env._engine.errors import LudoError, nearest, quoted
from ludo_env._envs.vector import BatchEnv

# The module of each game -> its id in PettingZoo's registry (1.27 and later), and in Gymnasium's.
IDS = {
    "french_ludo_v0": ("ludo_env/french_ludo-v0", "ludo_env/FrenchLudo-v0"),
    "generals_v0": ("ludo_env/generals-v0", "ludo_env/Generals-v0"),
    "loose_ludo_v0": ("ludo_env/loose_ludo-v0", "ludo_env/LooseLudo-v0"),
    "ludo_v0": ("ludo_env/ludo-v0", "ludo_env/Ludo-v0"),
    "strict_ludo_v0": ("ludo_env/strict_ludo-v0", "ludo_env/StrictLudo-v0"),
}


def make_vec(id: str, num_envs: int, **keywords: Any) -> BatchEnv:  # noqa: A002  (Gymnasium's word)
    """Many games in one call: `make_vec("ludo_v0", 4096)`; any id of the game will do."""
    for module, ids in IDS.items():
        if is_one_of(id, (module, *ids)):
            batch_env = import_module(f"ludo_env.envs.{module}").batch_env
            return batch_env(num_envs, **keywords)  # type: ignore[no-any-return]
    raise LudoError(f"There is no game {quoted(id)}; {nearest(id, IDS)}")


def register_all() -> None:
    """Makes the games known to both libraries; registering twice does nothing."""
    for module, (name, gym_name) in IDS.items():
        path = f"ludo_env.envs.{module}"
        if hasattr(pettingzoo, "register") and name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, f"{path}:env")
            pettingzoo.register("parallel", name, f"{path}:parallel_env")
        if gym_name not in gymnasium.registry:
            gymnasium.register(
                gym_name,
                entry_point=f"{path}:single_env",
                vector_entry_point=f"{path}:batch_env",
            )
