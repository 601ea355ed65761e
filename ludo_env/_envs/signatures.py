"""Signatures and docstrings of the functions of an environment module.

They are made from the function that makes the game's spec and from the settings, so `help()`,
`inspect.signature` and the stubs of `ludo_env.envs` show every keyword with its type and default.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from inspect import Parameter
from textwrap import wrap
from typing import Any, Literal, TypeVar, get_type_hints

from ludo_env._engine.spec import Spec
from ludo_env._envs.settings import Settings, VectorSettings, meanings

Made = TypeVar("Made", bound=Callable[..., Any])
Kind = type[Settings] | type[VectorSettings]
Choices = Mapping[str, Sequence[str]]

_WIDE = 90  # characters of a line of a docstring


def game_parameters(spec_of: Callable[..., Spec], choices: Choices) -> list[Parameter]:
    """Return the parameters of a game, with types; those with `choices` are literals."""
    found = []
    for parameter in inspect.signature(spec_of, eval_str=True).parameters.values():
        words = tuple(choices.get(parameter.name, ()))
        # The literal type is made at run time, so no type checker sees it.
        kind: Any = Literal.__getitem__(words) if words else parameter.annotation
        found.append(parameter.replace(annotation=kind))
    return found


def setting_parameters(kind: Kind, usual: Mapping[str, Any] | None = None) -> list[Parameter]:
    """Return the settings as keywords; `usual` are the defaults of a function that differ."""
    hints, defaults = get_type_hints(kind), usual or {}
    return [
        Parameter(
            setting.name,
            Parameter.KEYWORD_ONLY,
            default=defaults.get(setting.name, setting.default),
            annotation=hints[setting.name],
        )
        for setting in fields(kind)
    ]


def signed(
    function: Made,
    own: Sequence[Parameter],
    game: Sequence[Parameter],
    settings: Sequence[Parameter],
    *,
    made: Any,
    module: str = "",
    positional: bool = True,
) -> Made:
    """Give a function the signature of its own parameters, the game's, and the settings.

    Unless `positional`, the parameters of the game are keyword-only. With a `module`, the function
    appears as part of it, where pickles and help texts find it.
    """
    listed = [
        parameter if positional else parameter.replace(kind=Parameter.KEYWORD_ONLY)
        for parameter in game
    ]
    together = sorted([*own, *listed, *settings], key=lambda parameter: parameter.kind)
    function.__signature__ = inspect.Signature(together, return_annotation=made)  # type: ignore[attr-defined]
    annotations = {parameter.name: parameter.annotation for parameter in together}
    function.__annotations__ = {**annotations, "return": made}
    if module:
        function.__module__, function.__qualname__ = module, function.__name__
    return function


def documented(
    function: Made, own: Mapping[str, str], game: Sequence[Parameter], kind: Kind
) -> Made:
    """Add all keywords to the docstring of a function: its own, the game's, the settings."""
    lines = [inspect.getdoc(function) or ""]
    if own:
        lines += ["", *(f"{name}: {meaning}." for name, meaning in own.items())]
    if game:
        names = ", ".join(parameter.name for parameter in game)
        lines += ["", *wrap(f"Keywords of the game, which its page explains: {names}.", _WIDE)]
    every = "batch" if kind is VectorSettings else "environment"
    lines += ["", f"Keywords of every {every}:", ""]
    lines += [f"    {name}: {meaning}" for name, meaning in meanings(kind).items()]
    function.__doc__ = "\n".join(lines)
    return function
