"""Keywords of an environment, parted into those of its game and those of every environment."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ludo_env.core.errors import LudoError, nearest
from ludo_env.core.spec import Spec
from ludo_env.envs.settings import Settings


def parted(
    spec_of: Callable[..., Spec], keywords: dict[str, Any], kind: Callable[..., Any] = Settings
) -> tuple[Spec, Any]:
    """The spec that the keywords of the game make, and the settings that the others are."""
    of_game = list(inspect.signature(spec_of).parameters)
    shared = list(inspect.signature(kind).parameters)
    for keyword in keywords:
        if keyword not in of_game and keyword not in shared:
            raise LudoError(
                f"There is no keyword {keyword!r}; {nearest(keyword, [*of_game, *shared])}"
            )
    spec = spec_of(**{key: value for key, value in keywords.items() if key in of_game})
    return spec, kind(**{key: value for key, value in keywords.items() if key in shared})
