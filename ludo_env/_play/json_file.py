"""JSON files with a named format: they replace only files of that format, and are untrusted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ludo_env._engine.errors import LudoError, SpecError, cut_path, quoted
from ludo_env._engine.game_data import from_dict
from ludo_env._engine.spec import Spec
from ludo_env._engine.whole_file import reason_of, write_whole
from ludo_env.catalogue import game_names, listed_games, load_game

FORMATS = ("ludo-env game", "ludo-env replay")
MOST_BYTES = 8_000_000  # far more than any game needs
_LARGEST = 1_000  # of a number in a board
_START = 200  # number of bytes that identify a file


class Kind(NamedTuple):
    """A kind of file."""

    name: str  # "saved game"
    format: str
    version: int


def write_json(path: str | Path, kind: Kind, data: Mapping[str, Any]) -> None:
    """Write a file; refuse to overwrite one of another kind."""
    target = Path(path)
    whole = {"format": kind.format, "version": kind.version, **data}
    text = json.dumps(whole) + "\n"
    name = cut_path(target)
    if len(text) > MOST_BYTES:
        raise LudoError(f"{name} is not written: a {kind.name} has at most {MOST_BYTES} bytes.")
    try:
        other = target.exists() and not is_of(target, kind)
    except (OSError, ValueError) as error:
        raise LudoError(f"{name} cannot be read: {reason_of(error)}.") from error
    if other:
        raise LudoError(f"{name} is not a {kind.name}; it is not overwritten.")
    write_whole(target, text)


def read_json(path: str | Path, kind: Kind) -> Mapping[str, Any]:
    """Return the data of a file of this kind; raise a `LudoError` for any other file."""
    source = Path(path)
    name = cut_path(source)
    try:
        with source.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise LudoError(f"{name} is not a {kind.name}: it is larger than {MOST_BYTES} bytes.")
        data = json.loads(text.decode("utf-8"))
    except OSError as error:
        raise LudoError(f"{name} cannot be read: {error.strerror}.") from error
    except LudoError:
        raise
    except (ValueError, RecursionError) as error:
        raise LudoError(f"{name} is not a {kind.name}: it is not JSON.") from error
    if not isinstance(data, Mapping) or data.get("format") != kind.format:
        other = data.get("format") if isinstance(data, Mapping) else None
        known = f"; its format is {quoted(other)}" if other in FORMATS else ""
        raise LudoError(f"{name} is not a {kind.name}{known}.")
    version = data.get("version")
    if type(version) is not int or version != kind.version:
        raise LudoError(f"{name} was saved by another version of ludo-env.")
    return data


@contextmanager
def about(name: str) -> Iterator[None]:
    """Turn any error about data into a `LudoError` that names the file with it."""
    try:
        yield
    except SpecError as error:
        raise LudoError(f"{name} holds an unknown game: {error}") from error
    except LudoError as error:
        raise LudoError(f"{name} is damaged: {error}") from error
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise LudoError(f"{name} is damaged: its numbers are not those of a game.") from error
    except (RecursionError, MemoryError) as error:
        raise LudoError(f"{name} is damaged: what it holds is too large for a game.") from error


def is_of(path: Path, kind: Kind) -> bool:
    """Return whether a file is of this kind, even if it is damaged."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        start = file.read(_START).decode("utf-8", errors="replace")
    return re.search(rf'"format":\s*"{re.escape(kind.format)}"', start) is not None


def game_as_data(spec: Spec) -> Any:
    """Return the name of a game of the catalogue, or the whole data of any other game."""
    known = listed_games().get(spec.name)
    return spec.name if known is not None and known.spec().key == spec.key else spec.to_dict()


def game_of_data(game: Any, *, trust: bool) -> Spec:
    """Return the game in a file; refuse a path to another file."""
    if isinstance(game, str) and game not in game_names():
        raise SpecError(f"{quoted(game)} is not a game of the library.")
    if isinstance(game, Mapping):
        _check_numbers(game)
    return load_game(game, trust=trust)


def check_game(game: Any) -> None:
    """Refuse the plain data of a game that could not be read back from a file."""
    if isinstance(game, Mapping):
        _check_numbers(game)
        from_dict(game, trust=True, trial=False)


def _check_numbers(game: Mapping[str, Any]) -> None:
    if any(abs(number) > _LARGEST for number in _numbers(game)):
        raise SpecError(f"board: a number of it is larger than {_LARGEST}.")


def _numbers(game: Mapping[str, Any]) -> Iterator[float]:
    """Yield all numbers of a game's board; large ones would take much memory."""
    waiting = [game.get("board")]
    while waiting:
        value = waiting.pop()
        if isinstance(value, (int, float)):
            yield value
        elif isinstance(value, Mapping):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
