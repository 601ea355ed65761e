"""Keywords of an environment, parted into those of its game and those of every environment."""

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
    """The spec that `game` and the keywords of the game make, and what the others set.

    `maker` is the function that was called, and `own` are keywords that it has taken itself.
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
    """A keyword that the function does not have, in Python's words, and one that it has."""
    return KeywordError(
        f"{maker}() got an unexpected keyword argument '{cut(keyword)}'; {nearest(keyword, known)}"
    )
