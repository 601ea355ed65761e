"""Saved games: JSON with the game, seats and actions, and state and dice as numbers.

A file is untrusted data: rules of one's own are code and need `trust`, and every number is checked
before a running game uses it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import LudoError, SpecError, cut_path
from ludo_env._engine.family import DECIDE
from ludo_env._engine.game import Game
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Layout, Plain, Record
from ludo_env._engine.state_check import checked
from ludo_env._envs.dealer import Dealt
from ludo_env._play.json_file import (
    Kind,
    check_game,
    game_as_data,
    game_of_data,
    read_json,
    write_json,
)
from ludo_env._play.table import Moment, Table

KIND = Kind("saved game", "ludo-env game", 2)


def save_table(table: Table, path: str | Path) -> None:
    """Write a running game to a file; refuse to overwrite a file of another kind."""
    if table.over:
        raise LudoError("This game has ended, and nothing goes on from there; keep its replay.")
    data = sealed(_data(table))
    try:
        check_game(data["game"])
    except LudoError as error:
        raise LudoError(f"This game cannot be kept in a file: {error}") from error
    write_json(path, KIND, data)


def load_table(path: str | Path, backend: str | None = None, *, trust: bool = False) -> Table:
    """Return the game of a file, with the same dice to come; raise a `LudoError` on any other."""
    data = read_json(path, KIND)
    name = cut_path(path)
    try:
        if data != sealed(data):
            raise LudoError("it is not as it was written.")
        return _table(data, backend, trust)
    except SpecError as error:
        raise LudoError(f"{name} holds an unknown game: {error}") from error
    except LudoError as error:
        raise LudoError(f"{name} is damaged: {error}") from error
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise LudoError(f"{name} is damaged: its numbers are not those of a game.") from error
    except (RecursionError, MemoryError) as error:
        raise LudoError(f"{name} is damaged: what it holds is too large for a game.") from error


def sealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with a hash over all of it, which reveals damage."""
    kept = {key: value for key, value in data.items() if key not in {"format", "version", "hash"}}
    text = json.dumps(kept, sort_keys=True)
    return {**data, "hash": hashlib.sha256(text.encode()).hexdigest()}


def _data(table: Table) -> dict[str, Any]:
    moment = table.moment()
    return {
        "game": game_as_data(table.game.spec),
        "seats": table.seats,
        "seed": table.seed,
        "number": table.number,
        "actions": list(moment.actions),
        "state": _numbers(table.game.layout, moment.dealt.record),
        "stream": _numbers(STREAM_LAYOUT, moment.dealt.stream),
        "chances": moment.chances,
    }


def _table(data: Mapping[str, Any], backend: str | None, trust: bool) -> Table:
    seats = data["seats"]
    spec = game_of_data(data["game"], trust=trust)
    if not isinstance(seats, list) or len(seats) != spec.players:
        raise LudoError("the seats are not those of the game.")
    table = Table(spec, seats, data["seed"], data["number"], backend)
    record = _record(table.game.layout, data["state"])
    stream = _record(STREAM_LAYOUT, data["stream"])
    _check(table.game, record)
    actions = _actions(data["actions"], table.game)
    table.go_to(Moment(Dealt(record, stream, ()), data["chances"], actions))
    return table


def _actions(actions: Any, game: Game) -> tuple[int, ...]:
    """Return the actions played before, for a replay; empty if they do not lead to this state."""
    if not isinstance(actions, list) or not all(
        type(action) is int and 0 <= action < game.actions for action in actions
    ):
        raise LudoError("the actions are not those of the game.")
    return tuple(actions)


def _check(game: Game, record: Record) -> None:
    """Refuse a state that the game cannot have, or without a player to act."""
    if record["phase"][0] != DECIDE:
        raise LudoError("nobody is to act in it.")
    checked(game, record)


def _numbers(layout: Layout, record: Record) -> dict[str, Any]:
    return {name: record[name][0].tolist() for name in layout.fields}


def _record(layout: Layout, numbers: Any) -> Record:
    """Return the record of numbers by name: exactly the game's fields, within their ranges."""
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
