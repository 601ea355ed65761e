"""Registration of the environments with PettingZoo and Gymnasium, and `make_vec`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gymnasium
import pettingzoo
from gymnasium.vector import AutoresetMode

from ludo_env._engine.arguments import is_one_of
from ludo_env._engine.errors import LudoError, nearest, quoted
from ludo_env._envs.settings import Backend, BatchLayout, BatchRenderMode, Illegal, VectorSettings
from ludo_env._envs.signatures import documented
from ludo_env._envs.vector import BatchEnv
from ludo_env.catalogue import ENVIRONMENTS


def make_vec(
    id: str,  # noqa: A002  (Gymnasium's word)
    num_envs: int,
    *,
    seed: int | None = None,
    threads: int = 1,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    observation: str = "",
    layout: BatchLayout = "rows",
    copy: bool = True,
    auto_pass: bool = True,
    illegal: Illegal = "terminate",
    max_steps: int | None = None,
    backend: Backend = "auto",
    render_mode: BatchRenderMode | None = None,
    render_size: tuple[int, int] = (640, 640),
    render_theme: str = "day",
    **game: Any,
) -> BatchEnv:
    """Make many games of one kind that are played in one call: `make_vec("ludo_v0", 4096)`."""
    for entry in ENVIRONMENTS:
        if is_one_of(id, entry.ids):
            batch_env = import_module(f"ludo_env.envs.{entry.module}").batch_env
            return batch_env(  # type: ignore[no-any-return]
                num_envs,
                seed=seed,
                threads=threads,
                autoreset_mode=autoreset_mode,
                observation=observation,
                layout=layout,
                copy=copy,
                auto_pass=auto_pass,
                illegal=illegal,
                max_steps=max_steps,
                backend=backend,
                render_mode=render_mode,
                render_size=render_size,
                render_theme=render_theme,
                **game,
            )
    known = sorted(entry.module for entry in ENVIRONMENTS)
    raise LudoError(f"Unknown game {quoted(id)}; {nearest(id, known)}")


documented(
    make_vec,
    {
        "id": "a name of the environment, such as ludo_v0 or ludo_env/Ludo-v0",
        "num_envs": "the number of games",
        "game": "keywords of the game, which its page explains",
    },
    (),
    VectorSettings,
)


def register_all() -> None:
    """Register the games with both libraries; a second call changes nothing."""
    for entry in ENVIRONMENTS:
        path, name = f"ludo_env.envs.{entry.module}", entry.pettingzoo_id
        if hasattr(pettingzoo, "register") and name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, f"{path}:env")
            pettingzoo.register("parallel", name, f"{path}:parallel_env")
        if entry.gymnasium_id not in gymnasium.registry:
            gymnasium.register(
                entry.gymnasium_id,
                entry_point=f"{path}:single_env",
                vector_entry_point=f"{path}:single_batch_env",
            )
