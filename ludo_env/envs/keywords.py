"""Keywords of an environment, parted into those of its game and those of every environment."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ludo_env.core.errors import LudoError, nearest
from ludo_env.core.spec import Spec
from ludo_env.envs.settings import Settings


def parted(
    spec_of: Callable[..., Spec],
    keywords: dict[str, Any],
    game: tuple[Any, ...] = (),
    kind: Callable[..., Any] = Settings,
) -> tuple[Spec, Any]:
    """The spec that `game` and the keywords of the game make, and what the others set."""
    of_game = list(inspect.signature(spec_of).parameters)
    shared = list(inspect.signature(kind).parameters)
    for keyword in keywords:
        if keyword not in of_game and keyword not in shared:
            raise LudoError(
                f"There is no keyword {keyword!r}; {nearest(keyword, [*of_game, *shared])}"
            )
    own = {key: value for key, value in keywords.items() if key in of_game}
    settings = kind(**{key: value for key, value in keywords.items() if key in shared})
    try:
        inspect.signature(spec_of).bind(*game, **own)
    except TypeError as error:
        raise LudoError(f"These are not the arguments of this game: {error}.") from error
    return spec_of(*game, **own), settings
