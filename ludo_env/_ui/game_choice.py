"""The games that can be asked for by name, in how many ways, and what each is in a line."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import LudoError
from ludo_env._engine.spec import Spec
from ludo_env._families.grid.games.generals import generals
from ludo_env._families.track.games import files as games
from ludo_env._families.track.games.french import french_ludo
from ludo_env._families.track.games.ludo import MODES, ludo
from ludo_env._families.track.games.strict import strict_ludo
from ludo_env.catalogue import preset_names, spec_of

_MAKERS: Mapping[str, Callable[..., Spec]] = {
    "ludo": ludo, "strict": strict_ludo, "french": french_ludo, "generals": generals,
}  # fmt: skip
_FIRST = tuple(_MAKERS)
_PLAYERS = (2, 3, 4)


def offered_games() -> tuple[str, ...]:
    """The names of all games that come along, the four named ones first."""
    return (*_FIRST, *(name for name in preset_names() if name not in _FIRST))


def game_offered(
    name: str, players: int | None = None, mode: str | None = None, *, trust: bool = False
) -> Spec:
    """The spec of a game for so many players, or in teams; None leaves it as the game has it."""
    keywords = {"num_players": players, "mode": mode}
    asked = {key: value for key, value in keywords.items() if value is not None}
    known = _keywords(name)
    for key, value in asked.items():
        if key not in known and not _is_usual(name, key, value, trust):
            words = {"num_players": f"{value} players", "mode": f"the mode {value!r}"}[key]
            raise LudoError(f"{name} cannot be played with {words}; leave that away.")
    told = {key: value for key, value in asked.items() if key in known}
    return _MAKERS[name](**told) if told else spec_of(name, trust=trust)


def players_of(name: str) -> tuple[int, ...]:
    """The numbers of players that a game has."""
    return _PLAYERS if "num_players" in _keywords(name) else (spec_of(name).players,)


def modes_of(name: str) -> tuple[str, ...]:
    """The modes that a game has; none if there is no choice."""
    return MODES if "mode" in _keywords(name) else ()


@lru_cache(maxsize=64)
def first_line_of(name: str) -> str:
    """What a game that comes along is, in the line that begins its file."""
    if name in games.game_names():
        path = Path(games.__file__).parent / f"{name}.toml"
        line = path.read_text("utf-8").partition("\n")[0].lstrip("# ")
    else:
        line = (sys.modules[_MAKERS[name].__module__].__doc__ or "").partition("\n")[0]
    return line


def _keywords(name: str) -> tuple[str, ...]:
    return tuple(inspect.signature(_MAKERS[name]).parameters) if name in _MAKERS else ()


def _is_usual(name: str, key: str, value: Any, trust: bool) -> bool:
    """Is it what the game is anyway?"""
    usual = spec_of(name, trust=trust).players if key == "num_players" else MODES[0]
    return bool(value == usual)
