"""Keywords of an environment, split into those of its game and the shared settings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

from ludo_env._engine.errors import KeywordError, LudoError, cut, nearest
from ludo_env._engine.spec import Spec
from ludo_env._envs.settings import Settings


def parted(
    spec_of: Callable[..., Spec],
    keywords: dict[str, Any],
    game: tuple[Any, ...] = (),
    kind: Callable[..., Any] = Settings,
    *,
    maker: str = "env",
    own: Iterable[str] = (),
) -> tuple[Spec, Any]:
    """Return the spec made from `game` and the game's keywords, and the settings.

    `maker` is the name of the called function, and `own` are its own keywords, for messages.
    """
    of_game = list(inspect.signature(spec_of).parameters)
    shared = list(inspect.signature(kind).parameters)
    for keyword in keywords:
        if keyword not in of_game and keyword not in shared:
            raise unexpected(maker, keyword, [*of_game, *shared, *own])
    chosen = {key: value for key, value in keywords.items() if key in of_game}
    settings = kind(**{key: value for key, value in keywords.items() if key in shared})
    try:
        inspect.signature(spec_of).bind(*game, **chosen)
    except TypeError as error:
        raise LudoError(f"These are not the arguments of this game: {cut(str(error))}.") from error
    return spec_of(*game, **chosen), settings


def unexpected(maker: str, keyword: str, known: Iterable[str]) -> KeywordError:
    """Return the error for an unknown keyword, worded as in Python, with a similar keyword."""
    return KeywordError(
        f"{maker}() got an unexpected keyword argument '{cut(keyword)}'; {nearest(keyword, known)}"
    )
