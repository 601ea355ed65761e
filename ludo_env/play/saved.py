"""Games in play as files: JSON with the game, the seats, the state and the dice stream as numbers.

A file is data and is trusted with nothing: rules of one's own are code and need `trust`, and every
number is checked before it comes near a running game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludo_env.core.errors import LudoError, SpecError
from ludo_env.core.game import Game
from ludo_env.core.machine import DECIDE
from ludo_env.core.session import STREAM_LAYOUT
from ludo_env.core.spec import Spec
from ludo_env.core.state import Layout, Plain, Record
from ludo_env.envs.dealer import Dealt
from ludo_env.loose.presets import preset_names, spec_of
from ludo_env.play.table import Moment, Table

FORMAT = "ludo-env game"
VERSION = 1


def save_game(table: Table, path: str | Path) -> None:
    """Writes a running game to a file; a file that is something else is not written over."""
    target = Path(path)
    try:
        if target.exists() and not _is_ours(target):
            raise LudoError(f"{target} is no saved game; it is not written over.")
        target.write_text(json.dumps(_sealed(_data(table))) + "\n", "utf-8")
    except OSError as error:
        raise LudoError(f"{target} cannot be written: {error.strerror}.") from error


def load_game(path: str | Path, backend: str | None = None, *, trust: bool = False) -> Table:
    """The game of a file, with the same dice to come; one `LudoError` if it is none."""
    source = Path(path)
    try:
        data = json.loads(source.read_text("utf-8"))
    except OSError as error:
        raise LudoError(f"{source} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise LudoError(f"{source} is no saved game: it is not JSON.") from error
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise LudoError(f"{source} is no saved game.")
    if data.get("version") != VERSION:
        raise LudoError(f"{source} was saved by another version of ludo-env.")
    if data != _sealed(data):
        raise LudoError(f"{source} is damaged: it is not as it was written.")
    try:
        return _table(data, backend, trust)
    except SpecError as error:
        raise LudoError(f"{source} holds a game that cannot be had: {error}") from error
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        if isinstance(error, LudoError):
            raise LudoError(f"{source} is damaged: {error}") from error
        raise LudoError(f"{source} is damaged: its numbers are not those of a game.") from error


def _data(table: Table) -> dict[str, Any]:
    moment = table.moment()
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": _named(table.game.spec),
        "seats": table.seats,
        "seed": table.seed,
        "number": table.number,
        "moves": moment.moves,
        "state": _numbers(table.game.layout, moment.dealt.record),
        "stream": _numbers(STREAM_LAYOUT, moment.dealt.stream),
        "chances": moment.chances,
    }


def _named(spec: Spec) -> Any:
    """A game by its name if it comes along, else all of it."""
    if spec.name in preset_names() and spec_of(spec.name).key == spec.key:
        return spec.name
    return spec.to_dict()


def _table(data: Mapping[str, Any], backend: str | None, trust: bool) -> Table:
    game, seats = data["game"], data["seats"]
    if isinstance(game, str) and game not in preset_names():
        raise SpecError(f"{game!r} is no game that comes along.")  # never the name of a file
    spec = spec_of(game, trust=trust)
    if not isinstance(seats, list) or len(seats) != spec.players:
        raise LudoError("the seats are not those of the game.")
    table = Table(spec, seats, data["seed"], data["number"], backend)
    record = _record(table.game.layout, data["state"])
    stream = _record(STREAM_LAYOUT, data["stream"])
    _check(table.game, record)
    moves = data["moves"]
    if type(moves) is not int or moves < 0:
        raise LudoError("the number of moves is none.")
    table.go_to(Moment(Dealt(record, stream, ()), data["chances"], moves))
    return table


def _check(game: Game, record: Record) -> None:
    """Refuses a state that is none of this game, or in which nobody is to act."""
    if record["phase"][0] != DECIDE or not 0 <= record["seat"][0] < game.players:
        raise LudoError("nobody is to act in it.")
    wrong = game.audit(record)
    if wrong:
        raise LudoError(f"{wrong}.")
    game.read(game.position(record))
    mask, notes, choices = game.scratch()
    if not game.plain.machine.find(game.layout.unpack(record), mask, notes, choices):
        raise LudoError("nothing can be played in it.")


def _numbers(layout: Layout, record: Record) -> dict[str, Any]:
    return {name: record[name][0].tolist() for name in layout.fields}


def _record(layout: Layout, numbers: Any) -> Record:
    """The record of numbers by name: just the fields of the game, all within their ranges."""
    if not isinstance(numbers, Mapping) or set(numbers) != set(layout.fields):
        raise LudoError("the numbers are not those of the game.")
    for name, value in numbers.items():
        many = isinstance(value, list)
        wanted = None if layout.fields[name].per == "game" else layout.size(name)
        if (len(value) if many else None) != wanted or not all(
            type(number) is int for number in (value if many else [value])
        ):
            raise LudoError(f"{name} is not what it is in the game.")
    record = layout.new()
    try:
        layout.pack(Plain(dict(numbers)), record)
    except SpecError as error:
        raise LudoError(str(error)) from error
    return record


def _sealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with a hash over all of it, by which a damaged file is known."""
    kept = {key: value for key, value in data.items() if key != "hash"}
    text = json.dumps(kept, sort_keys=True)
    return {**kept, "hash": hashlib.sha256(text.encode()).hexdigest()}


def _is_ours(path: Path) -> bool:
    """Is this file a saved game, whatever its state?"""
    return f'"format": "{FORMAT}"' in path.read_text("utf-8", errors="replace")[:200]
