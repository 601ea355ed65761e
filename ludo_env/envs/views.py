"""From a spec function to the three functions of an environment module."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from ludo_env.core.errors import LudoError, nearest
from ludo_env.core.spec import Spec
from ludo_env.envs.aec import BoardEnv
from ludo_env.envs.parallel import ParallelBoardEnv
from ludo_env.envs.settings import Settings

_SHARED = [field.name for field in dataclasses.fields(Settings)]


class Views(NamedTuple):
    """The three ways to make an environment of one game."""

    env: Callable[..., BoardEnv]
    raw_env: Callable[..., BoardEnv]
    parallel_env: Callable[..., ParallelBoardEnv]


def views(name: str, spec_of: Callable[..., Spec]) -> Views:
    """env, raw_env and parallel_env for the games that `spec_of` makes."""

    def env(**keywords: Any) -> BoardEnv:
        """The environment; an illegal action ends the game with -1 for the offender."""
        spec, settings = _parted(spec_of, keywords)
        return BoardEnv(spec, name, settings)

    def raw_env(**keywords: Any) -> BoardEnv:
        """The environment; an illegal action is an error and changes nothing."""
        spec, settings = _parted(spec_of, {"illegal": "raise", **keywords})
        return BoardEnv(spec, name, settings)

    def parallel_env(**keywords: Any) -> ParallelBoardEnv:
        """The environment in which all agents act at once, all but one with the idle action."""
        spec, settings = _parted(spec_of, keywords)
        return ParallelBoardEnv(spec, name, settings)

    return Views(env, raw_env, parallel_env)


def env_of(spec: Spec, name: str = "", **settings: Any) -> BoardEnv:
    """The environment of any spec, house rules and all."""
    for keyword in settings:
        if keyword not in _SHARED:
            raise LudoError(f"There is no setting {keyword!r}; {nearest(keyword, _SHARED)}")
    return BoardEnv(spec, name or f"{spec.name}_v0", Settings(**settings))


def _parted(spec_of: Callable[..., Spec], keywords: dict[str, Any]) -> tuple[Spec, Settings]:
    """The spec that the keywords of the game make, and the settings that the others are."""
    of_game = list(inspect.signature(spec_of).parameters)
    for keyword in keywords:
        if keyword not in of_game and keyword not in _SHARED:
            raise LudoError(
                f"There is no keyword {keyword!r}; {nearest(keyword, [*of_game, *_SHARED])}"
            )
    spec = spec_of(**{key: value for key, value in keywords.items() if key in of_game})
    return spec, Settings(**{key: value for key, value in keywords.items() if key in _SHARED})
