"""The games that come along as files, by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludo_env._engine.game_files import board_of, load, parsed
from ludo_env._engine.spec import Spec
from ludo_env._families.track.family import TRACK

_FOLDER = Path(__file__).parents[3] / "data" / "games"


@lru_cache(maxsize=1)
def game_names() -> tuple[str, ...]:
    """The names of all games that are files."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@lru_cache(maxsize=64)
def game_spec(name: str) -> Spec:
    """The game of a name, as its file says it; the tests have tried it."""
    return load(_FOLDER / f"{name}.toml", trial=False)


def game_board(name: str, **changes: Any) -> Any:
    """The board of a game with some of the numbers that its file gives changed."""
    said: Mapping[str, Any] = _data(name)["board"]
    return board_of(TRACK, {**said, **changes})


@lru_cache(maxsize=64)
def _data(name: str) -> Any:
    return parsed(_FOLDER / f"{name}.toml")
