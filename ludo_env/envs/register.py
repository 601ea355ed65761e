"""Registers the environments with PettingZoo, where it has a registry (1.27 and later)."""

from __future__ import annotations

import pettingzoo

# PettingZoo's id -> the module that makes the environment.
IDS = {
    "ludo_env/french_ludo-v0": "ludo_env.envs.french_ludo_v0",
    "ludo_env/generals-v0": "ludo_env.envs.generals_v0",
    "ludo_env/ludo-v0": "ludo_env.envs.ludo_v0",
    "ludo_env/strict_ludo-v0": "ludo_env.envs.strict_ludo_v0",
}


def register_all() -> None:
    """Makes `pettingzoo.make("aec", "ludo_env/ludo-v0")` work; registering twice does nothing."""
    if not hasattr(pettingzoo, "register"):
        return
    for name, module in IDS.items():
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, f"{module}:env")
            pettingzoo.register("parallel", name, f"{module}:parallel_env")
