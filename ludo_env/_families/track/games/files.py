"""The games of the library that are files, by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludo_env._engine.game_data import board_of
from ludo_env._engine.game_files import load, parsed
from ludo_env._engine.spec import Spec
from ludo_env._families.track.family import TRACK

_FOLDER = Path(__file__).parents[3] / "data" / "games"


@lru_cache(maxsize=1)
def file_names() -> tuple[str, ...]:
    """Return the names of all games that are files."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def file_of(name: str) -> Path:
    """Return the file of a game."""
    return _FOLDER / f"{name}.toml"


@lru_cache(maxsize=64)
def file_spec(name: str) -> Spec:
    """Return a game from its file, which the tests have already tried."""
    return load(file_of(name), trial=False)


def file_board(name: str, **changes: Any) -> Any:
    """Return the board of a game, with some of the numbers in its file replaced."""
    said: Mapping[str, Any] = _data(name)["board"]
    return board_of(TRACK, {**said, **changes})


@lru_cache(maxsize=64)
def _data(name: str) -> Any:
    return parsed(file_of(name))
