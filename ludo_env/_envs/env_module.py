"""From a spec function to the functions of an environment module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ludo_env._engine.errors import LudoError, SpecError, quoted
from ludo_env._engine.spec import Spec
from ludo_env._envs.aec import BoardEnv
from ludo_env._envs.game_keywords import parted
from ludo_env._envs.parallel import ParallelBoardEnv
from ludo_env._envs.settings import VectorSettings
from ludo_env._envs.single import SeatEnv
from ludo_env._envs.vector import BatchEnv


class Views(NamedTuple):
    """The ways to make an environment of one game."""

    env: Callable[..., BoardEnv]
    raw_env: Callable[..., BoardEnv]
    parallel_env: Callable[..., ParallelBoardEnv]
    batch_env: Callable[..., BatchEnv]
    single_env: Callable[..., SeatEnv]


def views(name: str, spec_of: Callable[..., Spec]) -> Views:
    """The ways to make an environment, for the games that `spec_of` makes."""

    def env(*game: Any, **keywords: Any) -> BoardEnv:
        """The environment; an illegal action ends the game with -1 for the offender."""
        spec, settings = parted(spec_of, keywords, game)
        return BoardEnv(spec, name, settings)

    def raw_env(*game: Any, **keywords: Any) -> BoardEnv:
        """The environment; an illegal action is an error and changes nothing."""
        spec, settings = parted(spec_of, {"illegal": "raise", **keywords}, game, maker="raw_env")
        return BoardEnv(spec, name, settings)

    def parallel_env(*game: Any, **keywords: Any) -> ParallelBoardEnv:
        """The environment in which all agents act at once, all but one with the idle action."""
        spec, settings = parted(spec_of, keywords, game, maker="parallel_env")
        return ParallelBoardEnv(spec, name, settings)

    def batch_env(num_envs: int, **keywords: Any) -> BatchEnv:
        """Many games in one call, as a vector environment of Gymnasium."""
        spec, settings = parted(
            spec_of, keywords, kind=VectorSettings, maker="batch_env", own=("num_envs",)
        )
        return BatchEnv(spec, num_envs, name, settings)

    def single_env(opponents: Any = None, seat: int | str = 0, **keywords: Any) -> SeatEnv:
        """One seat of the game; the mask is in the infos, and forced passes play themselves."""
        usual = {"action_mask": "info", "auto_pass": True}
        spec, settings = parted(
            spec_of, {**usual, **keywords}, maker="single_env", own=("opponents", "seat")
        )
        return SeatEnv(spec, name, settings, opponents, seat)

    return Views(env, raw_env, parallel_env, batch_env, single_env)


def env_of(spec: Spec, name: str = "", **settings: Any) -> BoardEnv:
    """The environment of any spec, house rules and all."""
    if not isinstance(spec, Spec):
        raise SpecError(f"env_of takes a Spec, not {quoted(spec)}; loose_ludo_v0.env takes files.")
    if not isinstance(name, str):
        raise LudoError(f"The name of an environment is a text, not {quoted(name)}.")
    _, chosen = parted(lambda: spec, settings, maker="env_of", own=("name",))
    return BoardEnv(spec, name or f"{spec.name}_v0", chosen)
