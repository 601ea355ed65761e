"""The functions of an environment module, made from the function that makes the spec."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from inspect import Parameter
from typing import Any, NamedTuple

from ludo_env._engine.errors import LudoError, SpecError, quoted
from ludo_env._engine.spec import Spec
from ludo_env._envs.aec import BoardEnv
from ludo_env._envs.game_keywords import parted
from ludo_env._envs.parallel import ParallelBoardEnv
from ludo_env._envs.seat_vector import SeatBatchEnv
from ludo_env._envs.settings import SeatBatchSettings, Settings, VectorSettings
from ludo_env._envs.signatures import documented, game_parameters, setting_parameters, signed
from ludo_env._envs.single import SeatEnv
from ludo_env._envs.vector import BatchEnv
from ludo_env.catalogue import ENVIRONMENTS

# The settings for which a function has other defaults.
RAW: Mapping[str, Any] = {"illegal": "raise"}
SINGLE: Mapping[str, Any] = {"action_mask": "info", "auto_pass": True}
_USUAL = {"raw_env": RAW, "single_env": SINGLE, "single_batch_env": SINGLE}
_KINDS = {"batch_env": VectorSettings, "single_batch_env": SeatBatchSettings}
# What the parameters of the functions themselves mean.
_OWN = {
    "num_envs": "the number of games",
    "opponents": "an agent, its name, a League, or a list of them by seat; random if None",
    "seat": 'the seat of the learner, or "random" to draw it at each reset',
    "max_episode_steps": "Gymnasium's word for max_steps",
    "spec": "the game",
    "name": "the name of the environment; that of the game if empty",
}


class Views(NamedTuple):
    """The ways to make an environment of one game."""

    env: Callable[..., BoardEnv]
    raw_env: Callable[..., BoardEnv]
    parallel_env: Callable[..., ParallelBoardEnv]
    batch_env: Callable[..., BatchEnv]
    single_env: Callable[..., SeatEnv]
    single_batch_env: Callable[..., SeatBatchEnv]


def views(name: str, spec_of: Callable[..., Spec]) -> Views:
    """Return the ways to make an environment of the games that `spec_of` makes."""

    def env(*game: Any, **keywords: Any) -> BoardEnv:
        """Make the AEC environment; an illegal action ends the game with -1 for the offender."""
        spec, settings = parted(spec_of, keywords, game)
        return BoardEnv(spec, name, settings)

    def raw_env(*game: Any, **keywords: Any) -> BoardEnv:
        """Make the AEC environment; an illegal action is an error and changes nothing."""
        spec, settings = parted(spec_of, {**RAW, **keywords}, game, maker="raw_env")
        return BoardEnv(spec, name, settings)

    def parallel_env(*game: Any, **keywords: Any) -> ParallelBoardEnv:
        """Make the parallel environment: all agents act at once, all but one with "idle"."""
        spec, settings = parted(spec_of, keywords, game, maker="parallel_env")
        return ParallelBoardEnv(spec, name, settings)

    def batch_env(num_envs: int, **keywords: Any) -> BatchEnv:
        """Make many games that are played in one call, as a vector environment of Gymnasium."""
        spec, settings = parted(
            spec_of, keywords, kind=VectorSettings, maker="batch_env", own=("num_envs",)
        )
        return BatchEnv(spec, num_envs, name, settings)

    def single_env(opponents: Any = None, seat: int | str = 0, **keywords: Any) -> SeatEnv:
        """Make a Gymnasium environment of one seat: the mask is in the infos, passes are played."""
        spec, settings = parted(
            spec_of, {**SINGLE, **keywords}, maker="single_env", own=("opponents", "seat")
        )
        return SeatEnv(spec, name, settings, opponents, seat)

    def single_batch_env(
        num_envs: int,
        opponents: Any = None,
        seat: int | str = 0,
        max_episode_steps: int | None = None,
        **keywords: Any,
    ) -> SeatBatchEnv:
        """Make many Gymnasium environments of one seat that are played in one call."""
        if max_episode_steps is not None:
            keywords.setdefault("max_steps", max_episode_steps)
        spec, settings = parted(
            spec_of,
            {**SINGLE, **keywords},
            kind=SeatBatchSettings,
            maker="single_batch_env",
            own=("num_envs", "opponents", "seat", "max_episode_steps"),
        )
        return SeatBatchEnv(spec, num_envs, name, settings, opponents, seat)

    _sign(name, spec_of, env, raw_env, parallel_env, batch_env, single_env, single_batch_env)
    return Views(env, raw_env, parallel_env, batch_env, single_env, single_batch_env)


def _sign(name: str, spec_of: Callable[..., Spec], *functions: Callable[..., Any]) -> None:
    """Give the functions of an environment module their real signatures and docstrings."""
    choices = next((entry.choices for entry in ENVIRONMENTS if entry.module == name), {})
    game = game_parameters(spec_of, choices)
    for function in functions:
        word = function.__name__
        kind = _KINDS.get(word, Settings)
        declared = inspect.signature(function, eval_str=True)
        own = [
            parameter
            for parameter in declared.parameters.values()
            if parameter.kind is Parameter.POSITIONAL_OR_KEYWORD
        ]
        documented(
            function, {parameter.name: _OWN[parameter.name] for parameter in own}, game, kind
        )
        signed(
            function,
            own,
            game,
            setting_parameters(kind, _USUAL.get(word)),
            made=declared.return_annotation,
            module=f"ludo_env.envs.{name}",
            positional=not own,
        )


def env_of(spec: Spec, name: str = "", **settings: Any) -> BoardEnv:
    """Make the AEC environment of any spec, house rules included."""
    if not isinstance(spec, Spec):
        raise SpecError(f"env_of takes a Spec, not {quoted(spec)}; loose_ludo_v0.env takes files.")
    if not isinstance(name, str):
        raise LudoError(f"The name of an environment is a text, not {quoted(name)}.")
    _, chosen = parted(lambda: spec, settings, maker="env_of", own=("name",))
    return BoardEnv(spec, name or f"{spec.name}_v0", chosen)


def _sign_env_of() -> None:
    own = list(inspect.signature(env_of, eval_str=True).parameters.values())[:2]
    documented(env_of, {parameter.name: _OWN[parameter.name] for parameter in own}, (), Settings)
    signed(env_of, own, (), setting_parameters(Settings), made=BoardEnv)


_sign_env_of()
