"""The game in which an agent decides: plain Python until the functions it needs are compiled.

An agent decides the same on both backends, unless its time for a decision is limited.
"""

from __future__ import annotations

import base64
import pickle
from collections.abc import Hashable
from functools import lru_cache
from typing import cast

from ludo_env._engine.game import Game, game_of
from ludo_env.agents.view import Agent

_LIBRARY = __name__.partition(".")[0]


def ready_game(game: Game, agent: Agent) -> Game:
    """Return an equal game in which an agent can decide without waiting for the compiler.

    The result is the game itself if that waits for the compiler, or if the agent is not of the
    library or has no `prepare`.
    """
    own = type(agent).__module__.partition(".")[0] == _LIBRARY
    if game.waits or not own or not hasattr(agent, "prepare"):
        return game
    text = _text_of(cast("Hashable", agent))
    if not text:
        return game
    return game_of(game.spec, "numba" if game.starting.is_ready(prepare, text) else "python")


def prepare(game: Game, text: str) -> None:
    """Compile what an agent needs for decisions in a game; `text` is from `_text_of`."""
    # The calling process wrote the text, so unpickling it runs no foreign code.
    pickle.loads(base64.b64decode(text)).prepare(game_of(game.spec, "numba"))  # noqa: S301


@lru_cache(maxsize=64)
def _text_of(agent: Hashable) -> str:
    """Return an agent of the library as text; empty if it cannot be pickled."""
    try:
        return base64.b64encode(pickle.dumps(agent)).decode()
    except Exception:  # noqa: BLE001  (pickling runs code of what it holds)
        return ""
